import { satoshis } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { ExtBurnProof } from '../../../fixtures/world/types.ts';
import { announce, bridgeContractOf, burnInBlock, burnOn } from '../../../fixtures/world/ingredients/external-burns.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { forgeries } from '../../../fixtures/world/forged-proofs.ts';
import { unreadableProofs } from '../../../fixtures/world/unreadable-proofs.ts';
import type { Random } from '../../../fixtures/world/random.ts';
import { totalOut } from '../../../oracles/transaction.ts';
import { bridgeCalls, canMint, confirmed, mintOf, signedBy, witnessOf } from '../../support/bridge.ts';
import { payFromTrial } from '../../support/payments.ts';
import { provisionedToken, provisioningCalls } from '../../support/provisioning.ts';
import { whole } from '../../support/token-fields.ts';
import { confirmedToken, extAddress } from '../../support/tokens.ts';
import { rule } from '../rule.ts';
import { decodedTransaction } from '../../support/decoded.ts';

const changing = { effect: ['wallet', 'chain', 'network'], uses: [...bridgeCalls, 'coinsetextheaders'] } as const;

type Changes = Partial<Omit<ExtBurnProof, 'amountSat'>>;

/** `transfer(address,uint256)` of ERC-20, to an address, of 1. */
const TRANSFER_CALL = `a9059cbb${'11'.repeat(20).padStart(64, '0')}${'1'.padStart(64, '0')}`;
/** Of provisioned tokens. */
const TOKEN_SUPPLY = 1_000n;
/** Above the dust of every release, and less than the fee of a mint. */
const LITTLE_SAT = 10_000n;
/** More than a burn has, by far. */
const LARGE_BYTES = 4_096;
/** Number of altered proofs in one case. */
const MUTANTS = 24;
const FIELDS = ['tx_hex', 'txroot_hex', 'txmerkleproof_hex', 'txmerkleroofpath_hex'] as const;

/** A proof with a change in one of its fields: another byte, one byte less or more. */
function mutated(proof: ExtBurnProof, random: Random): { readonly changed: Changes; readonly how: string } {
  const field = random.pick(FIELDS);
  const bytes = Buffer.from(proof[field], 'hex');
  const at = random.integer(0, bytes.length - 1);
  const kind = random.pick(['altered', 'removed', 'added'] as const);
  const bit = 1 << random.integer(0, 7);
  const rest = bytes.subarray(at + (kind === 'added' ? 0 : 1));
  const middle = kind === 'removed' ? [] : [kind === 'altered' ? bytes[at]! ^ bit : random.integer(0, 255)];
  const hex = Buffer.concat([bytes.subarray(0, at), Buffer.from(middle), rest]).toString('hex');
  return { changed: { [field]: hex }, how: `byte ${at} of ${field} ${kind}` };
}

export const coinmintRules: readonly Case[] = [
  rule({
    ...changing,
    rule: ['coinmint/from-burn-proof', 'coinmint/witness'],
    uses: [...changing.uses, 'getreceivedbyaddress', 'gettxout'],
    run: async (t) => {
      const burn = await t.world.fresh('extBurn');
      const witness = await witnessOf(t);
      const hex = await mintOf(t, { burn, witness });
      const signers: unknown[] = [];
      for (const { txid, vout } of decodedTransaction(t, hex).inputs) {
        const spent = await t.result('gettxout', { txid, n: vout });
        signers.push(...(spent?.scriptPubKey.addresses ?? []));
      }
      t.ok(signers.includes(witness), `no input spends a coin of the witness ${witness}, so that it does not sign`);
      await confirmed(t, hex);
      const received = await t.result('getreceivedbyaddress', { address: burn.address });
      t.equal(satoshis(received), burn.amountSat, 'what the receiver of the burn received, compared with what was burnt');
    },
  }),
  rule({
    ...changing,
    rule: 'coinmint/fees-on-top',
    run: async (t) => {
      const burn = await t.world.fresh('extBurn');
      const transaction = decodedTransaction(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
      let spentSat = 0n;
      for (const { txid, vout } of transaction.inputs) {
        const previous = decodedTransaction(t, await t.result('getrawtransaction', { txid, verbose: false }));
        spentSat += previous.outputs[vout]?.valueSat ?? 0n;
      }
      const feeSat = spentSat + burn.amountSat - totalOut(transaction);
      t.ok(feeSat > 0n, `the mint pays a fee of ${feeSat} satoshis, expected more than 0 beside the minted amount`);
      const full = transaction.outputs.some(({ valueSat }) => valueSat === burn.amountSat);
      t.ok(full, `no output has the minted amount of ${burn.amountSat} satoshis: the fee was taken from it`);
      // The coin of this witness does not suffice for the fee: others of the wallet pay it.
      const { address: poor } = await ownAddress(t.world, 'bech32');
      await payFromTrial(t, [{ address: poor, amountSat: LITTLE_SAT }]);
      await t.world.mine(1);
      await confirmed(t, await mintOf(t, { burn, witness: poor }));
    },
  }),
  rule({
    ...changing,
    rule: 'coinmint/from-burn-proof',
    case: 'altered',
    timeoutMs: 120_000,
    run: async (t) => {
      const burn = await t.world.fresh('extBurn');
      const witness = await witnessOf(t);
      for (let count = 0; count < MUTANTS; count++) {
        const { changed, how } = mutated(burn, t.random);
        if (Object.entries(changed).every(([field, hex]) => burn[field as keyof ExtBurnProof] === hex)) continue;
        t.ok(!(await canMint(t, { burn, witness, changed })), `a proof of which one byte was changed mints: ${how}`);
      }
      // Else nothing was refused for the change.
      await signedBy(t, await mintOf(t, { burn, witness }));
    },
  }),
  rule({
    ...changing,
    rule: 'coinmint/from-burn-proof',
    case: 'other-claim',
    run: async (t) => {
      const [burn, other] = [await t.world.fresh('extBurn'), await t.world.fresh('extBurn')];
      const witness = await witnessOf(t);
      const isMinted = await canMint(t, { burn, witness, changed: { tx_hex: other.tx_hex } });
      t.ok(!isMinted, 'the proof of a burn mints with the transaction of another burn');
      const inOtherBlock = await canMint(t, { burn, witness, changed: { blocknumber: other.blocknumber } });
      t.ok(!inOtherBlock, 'a mint is accepted whose block, by the headers that were set, does not have the burn', {
        rule: 'coinsetextheaders/validate-bridge',
      });
      const more = { ...burn, amountSat: burn.amountSat + 1n };
      t.ok(!(await canMint(t, { burn: more, witness })), 'the proof of a burn mints more than was burnt');
      const units = BigInt(t.random.integer(100_000, 900_000_000));
      const whole = await burnOn(t.world, { contract: bridgeContractOf(t.world), assetGuid: 0, amountSat: units + (1n << 63n) });
      await announce(t.world, whole);
      const isRest = await canMint(t, { burn: { ...whole, amountSat: units }, witness });
      t.ok(!isRest, 'the proof of a burn of more than 2^63 mints what is above it');
      // That the address is the one that the burn names is not said.
      const elsewhere = await canMint(t, { burn, witness, changed: { address: other.address } });
      t.observe('unstated', elsewhere ? 'accepted' : 'refused', 'a mint to another address than the burn names', 'address');
    },
  }),
  rule({
    ...changing,
    rule: 'coinmint/from-burn-proof',
    case: 'forged',
    timeoutMs: 120_000,
    run: async (t) => {
      const contract = bridgeContractOf(t.world);
      const amountSat = BigInt(t.random.integer(100_000, 900_000_000));
      const { burn, block } = await burnInBlock(t.world, { contract, assetGuid: 0, amountSat });
      await announce(t.world, burn);
      const witness = await witnessOf(t);
      for (const { what, changed } of await forgeries(burn, block))
        t.ok(!(await canMint(t, { burn, witness, changed })), `a proof mints ${what}`);
      await signedBy(t, await mintOf(t, { burn, witness }));
    },
  }),
  rule({
    ...changing,
    rule: 'coinmint/from-burn-proof',
    case: 'unreadable',
    timeoutMs: 120_000,
    run: async (t) => {
      const contract = bridgeContractOf(t.world);
      const amountSat = BigInt(t.random.integer(100_000, 900_000_000));
      const called = { contract, assetGuid: 0, amountSat };
      const burn = await burnOn(t.world, { ...called, others: 0 });
      const witness = await witnessOf(t);
      const { random } = t;
      const options = { ...called, amount: amountSat, address: burn.address, firstNumber: burn.blocknumber + 1, random };
      for (const { what, proof } of await unreadableProofs(options)) {
        await announce(t.world, proof);
        t.ok(!(await canMint(t, { burn, witness, changed: proof })), `${what} mints`);
      }
      const large = await burnOn(t.world, { ...called, data: Buffer.alloc(LARGE_BYTES) });
      await announce(t.world, large);
      t.ok(!(await canMint(t, { burn: large, witness })), `a call of the bridge with ${LARGE_BYTES} bytes of 0 mints`);
      await announce(t.world, burn);
      await signedBy(t, await mintOf(t, { burn, witness }));
    },
  }),
  rule({
    ...changing,
    rule: 'coinmint/from-burn-proof',
    case: 'block-sizes',
    timeoutMs: 120_000,
    run: async (t) => {
      const contract = bridgeContractOf(t.world);
      // The depth of the trie and the length of its keys follow from the number of transactions.
      for (const others of [0, 1, 16, t.random.integer(130, 160), t.random.integer(260, 280)]) {
        const amountSat = BigInt(t.random.integer(100_000, 900_000_000));
        const burn = await burnOn(t.world, { contract, assetGuid: 0, amountSat, others });
        await announce(t.world, burn);
        await signedBy(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
      }
    },
  }),
  rule({
    ...changing,
    rule: 'coinmint/from-burn-proof',
    case: 'other-call',
    run: async (t) => {
      const contract = bridgeContractOf(t.world);
      const amountSat = BigInt(t.random.integer(100_000, 900_000_000));
      const witness = await witnessOf(t);
      const foreign = await burnOn(t.world, { contract: t.random.hex(20), assetGuid: 0, amountSat });
      const transfer = await burnOn(t.world, { contract, assetGuid: 0, amountSat, data: Buffer.from(TRANSFER_CALL, 'hex') });
      for (const [burn, what] of [
        [foreign, 'another contract, which anybody can make,'],
        [transfer, 'the bridge that transfers and does not burn'],
      ] as const) {
        await announce(t.world, burn);
        t.ok(!(await canMint(t, { burn, witness })), `a call of ${what} mints`);
      }
    },
  }),
  rule({
    ...changing,
    rule: 'coinmint/from-burn-proof',
    case: 'tokens',
    uses: [...changing.uses, ...provisioningCalls],
    timeoutMs: 120_000,
    run: async (t) => {
      bridgeContractOf(t.world);
      for (const precision of [0, t.random.integer(1, 7), 8]) {
        const { guid, contract } = await provisionedToken(t, { precision });
        const units = BigInt(t.random.integer(1, 900));
        const tooMuch = TOKEN_SUPPLY * 10n ** BigInt(precision) + 1n;
        const above = await burnOn(t.world, { contract, assetGuid: guid, amountSat: tooMuch });
        const burn = await burnOn(t.world, { contract, assetGuid: guid, amountSat: units });
        const foreign = await burnOn(t.world, { contract: t.random.hex(20), assetGuid: guid, amountSat: units });
        for (const made of [above, burn, foreign]) await announce(t.world, made);
        const witness = await witnessOf(t);
        const can = (made: ExtBurnProof, amount: bigint) => canMint(t, { burn: made, witness, amount: whole(amount, precision) });
        t.ok(!(await can(above, tooMuch)), 'more than max_supply is minted');
        t.ok(!(await can(foreign, units)), 'a burn of another contract than that of the token mints it');
        t.ok(!(await can(burn, units + 1n)), 'the proof of a burn mints more than was burnt');
        await confirmed(t, await mintOf(t, { burn, witness, amount: whole(units, precision) }));
        const back = (amount: bigint) => ({
          asset_guid: guid,
          address: burn.address,
          amount: whole(amount, precision),
          'ext address': extAddress(t),
        });
        await t.refused('assetallocationburn', back(units + 1n), `${whole(units, precision)} were minted`);
        await t.result('assetallocationburn', back(units));
        await t.world.mine(1);
      }
    },
  }),
  rule({
    ...changing,
    rule: 'coinmint/from-burn-proof',
    case: 'without-bridge',
    uses: [...changing.uses, 'assetnew'],
    run: async (t) => {
      const contract = bridgeContractOf(t.world);
      const { asset_guid: guid } = await confirmedToken(t, { contract: '' });
      for (const called of [contract, '00'.repeat(20)]) {
        const burn = await burnOn(t.world, { contract: called, assetGuid: guid, amountSat: 1_000n });
        await announce(t.world, burn);
        const isMinted = await canMint(t, { burn, witness: await witnessOf(t) });
        t.ok(!isMinted, 'a proof mints a token that was created without a contract, for no bridge', { rule: 'assetnew/empty-contract' });
      }
    },
  }),
];
