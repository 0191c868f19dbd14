import { satoshis } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { ExtBurnProof } from '../../../fixtures/world/types.ts';
import type { Random } from '../../../fixtures/world/random.ts';
import { totalOut } from '../../../oracles/transaction.ts';
import { bridgeCalls, canMint, confirmed, mintOf, signedBy, witnessOf } from '../../support/bridge.ts';
import { rule } from '../rule.ts';
import { decodedTransaction } from '../../support/decoded.ts';

const changing = { effect: ['wallet', 'chain', 'network'], uses: [...bridgeCalls, 'coinsetextheaders'] } as const;

type Changes = Partial<Omit<ExtBurnProof, 'amountSat'>>;

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
      const claims: readonly [string, Changes][] = [
        ['another address', { address: other.address }],
        ['the transaction of another burn', { tx_hex: other.tx_hex }],
        ['the block of another burn', { blocknumber: other.blocknumber }],
      ];
      for (const [what, changed] of claims) {
        t.ok(!(await canMint(t, { burn, witness, changed })), `the proof of a burn mints with ${what}`);
      }
      const more = { ...burn, amountSat: burn.amountSat + 1n };
      t.ok(!(await canMint(t, { burn: more, witness })), 'the proof of a burn mints more than was burnt');
    },
  }),
];
