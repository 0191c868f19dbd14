import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { ExtBurnProof, OutpointValue } from '../../../fixtures/world/types.ts';
import { allocationListBytes, type AssetAllocation } from '../../../oracles/allocation-list.ts';
import { joined } from '../../../oracles/bytes.ts';
import type { RawTransaction, TxOutput } from '../../../oracles/transaction.ts';
import { serviceDataOf, type ServiceData } from '../../support/allocations.ts';
import { bridgeCalls, confirmed, mintOf, unsentMint, witnessOf } from '../../support/bridge.ts';
import { decodedTransaction } from '../../support/decoded.ts';
import { dataScript, Forger, forgingCalls, type UnsignedParts } from '../../support/forged-service.ts';
import { heldToken, outputsOf } from '../../support/held-tokens.ts';
import { answersAsTaken } from '../blocks/judged-blocks.ts';
import { blockOn, tipPlace } from '../../support/own-blocks.ts';
import { burntToken, provisionedToken, provisioningCalls } from '../../support/provisioning.ts';
import { firstUpdate } from '../../support/token-updates.ts';
import { announce } from '../../../fixtures/world/ingredients/external-burns.ts';
import { payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { invariant } from '../invariant.ts';

const OP_RETURN = 0x6a;
/** Number of bytes of a proof that are changed, one at a time. */
const CHANGED_BYTES = 6;
/** The right to update the smart contract field. */
const CONTRACT_BIT = 2;
/** Less than the fee of a mint. */
const LITTLE_SAT = 1_000n;
/** The proof ends with the witness, of which it does not say what a change means. */
const WITNESS_BYTES = 40;

/** The transaction that mints a burn of coin, unsigned, as `coinmint` makes it. */
interface Mint {
  readonly burn: ExtBurnProof;
  readonly transaction: RawTransaction;
  readonly data: ServiceData;
  /** What its data say of the one output that receives the coin. */
  readonly minted: AssetAllocation;
  readonly n: number;
}

async function mint(t: Trial, witness: string): Promise<Mint> {
  const burn = await t.world.fresh('extBurn');
  const transaction = decodedTransaction(t, await mintOf(t, { burn, witness }));
  const data = serviceDataOf(t, transaction);
  const [minted] = data.allocations;
  const target = minted?.outputs[0];
  if (minted === undefined || target?.amount !== burn.amountSat)
    return t.inapplicable('the service data of a mint, which the documents do not show, do not say what is minted');
  return { burn, transaction, data, minted, n: target.n };
}

/** Changes of a mint: what its data say of the outputs, and more for the output that receives the coin, or another script of it. */
interface Changes {
  readonly allocations?: readonly AssetAllocation[];
  readonly rest?: Uint8Array;
  readonly moreSat?: bigint;
  readonly script?: Uint8Array;
  readonly spent?: readonly OutpointValue[];
}

function partsOf({ transaction, data, n }: Mint, changes: Changes): UnsignedParts {
  const { allocations = data.allocations, rest = data.rest, moreSat = 0n, spent = transaction.inputs } = changes;
  const outputs = transaction.outputs.map(({ valueSat, script }, at): TxOutput => {
    if (script[0] === OP_RETURN) return { valueSat, script: dataScript(joined(allocationListBytes(allocations), rest)) };
    return at === n ? { valueSat: valueSat + moreSat, script: changes.script ?? script } : { valueSat, script };
  });
  return { version: transaction.version, spent, outputs };
}

const isTaken = (forger: Forger, mint: Mint, changes: Changes): Promise<boolean> => forger.isTaken(partsOf(mint, changes));

/** Checks that the answers about a block with a mint on the tip say whether it becomes the tip. */
async function judgeInBlock(t: Trial, what: string, hex: string): Promise<void> {
  const block = blockOn(t, await tipPlace(t), { transactions: [decodedTransaction(t, hex)] });
  await answersAsTaken(t, `a block with a mint ${what}`, block.bytes);
}

export const forgedMintInvariants: readonly Case[] = [
  invariant({
    id: 'bridge/forged',
    text: 'A transaction mints what its burn proof proves, and that once, whoever made it.',
    methods: ['coinmint', 'coinsetextheaders', 'assetnew', 'assetsend', ...bridgeCalls, ...forgingCalls],
    effect: ['wallet', 'chain', 'network'],
    evidence: 'document',
    source: 'document 3, Platform-specific coin methods',
    run: async (t) => {
      const { issued } = await heldToken(t, '1');
      const [witness, other] = [await witnessOf(t), await t.world.fresh('spendable')];
      const made = await mint(t, witness);
      const { burn, minted, n, data, transaction } = made;
      const forger = await Forger.of(t);
      const held = await outputsOf(forger, issued);
      if (!(await isTaken(forger, made, {}))) t.inapplicable('the node refuses a mint that Pyx has written anew');
      const moreSat = BigInt(t.random.integer(1, 99_999_999));
      const of = (...amounts: readonly (readonly [n: number, amount: bigint])[]): readonly AssetAllocation[] => [
        { guid: minted.guid, outputs: amounts.map(([at, amount]) => ({ n: at, amount })) },
      ];
      const change = transaction.outputs.findIndex(({ script }, at) => script[0] !== OP_RETURN && at !== n);
      const forgeries: [what: string, changes: Changes][] = [
        ['more than was burnt', { allocations: of([n, burn.amountSat + moreSat]), moreSat }],
        ['more than was burnt, in two outputs', { allocations: of([n, burn.amountSat], [change, moreSat]), moreSat }],
        [
          'the coin of a burn, and a token beside it',
          { allocations: [...data.allocations, { guid: 1, outputs: [{ n: change, amount: 1n }] }] },
        ],
        ['what the burn did not burn, a token', { allocations: [{ guid: 1, outputs: minted.outputs }] }],
        ['the coin of a burn, and destroys an amount of a token', { spent: [...transaction.inputs, ...held] }],
        ['without a coin of the witness, who therefore does not sign', { spent: [other] }],
      ];
      for (let count = 0; count < CHANGED_BYTES; count++) {
        const at = t.random.integer(0, data.rest.length - WITNESS_BYTES);
        const rest = Uint8Array.from(data.rest);
        rest[at] = rest[at]! ^ (1 << t.random.integer(0, 7));
        forgeries.push([`by a proof of which byte ${at} is changed`, { rest }]);
      }
      for (const [what, changes] of forgeries)
        t.ok(!(await isTaken(forger, made, changes)), `the memory pool takes a transaction that mints ${what}`);
      // Made before the first is in a block, of another coin.
      const again = await unsentMint(t, { burn, witness: await witnessOf(t) });
      await confirmed(t, await mintOf(t, { burn, witness }));
      const [answer] = await t.result('testmempoolaccept', { rawtxs: [again] });
      t.ok(answer?.allowed !== true, 'the memory pool takes a transaction that mints a burn for the second time');
    },
  }),
  invariant({
    id: 'bridge/forged-in-block',
    text: 'The answers about a block whose mint its burn proof does not prove say whether the block becomes the tip.',
    methods: [
      ...(['coinmint', 'coinsetextheaders', 'assetupdate', 'submitblock', 'getblocktemplate'] as const),
      ...(['getbestblockhash', 'getblockheader'] as const),
      ...provisioningCalls,
      ...forgingCalls,
    ],
    effect: ['wallet', 'chain', 'network'],
    evidence: 'standard',
    source: 'BIP 22, BIP 23',
    ownNode: true,
    run: async (t) => {
      const token = await provisionedToken(t, { updatecapability_flags: CONTRACT_BIT });
      const ofToken = await unsentMint(t, { burn: await burntToken(t, token, 1_000n), witness: await witnessOf(t) });
      const witness = await witnessOf(t);
      const made = await mint(t, witness);
      const { burn, minted, n, data } = made;
      const forger = await Forger.of(t);
      if (!(await isTaken(forger, made, {}))) t.inapplicable('the node refuses a mint that Pyx has written anew');
      const moreSat = BigInt(t.random.integer(1, 99_999_999));
      const rest = Uint8Array.from(data.rest);
      const middle = Math.floor(rest.length / 2);
      rest[middle] = rest[middle]! ^ 1;
      const forgeries: readonly [what: string, changes: Changes][] = [
        ['of more than was burnt', { allocations: [{ guid: minted.guid, outputs: [{ n, amount: burn.amountSat + moreSat }] }], moreSat }],
        ['of a token that was not burnt', { allocations: [{ ...minted, guid: token.guid }], moreSat: LITTLE_SAT - burn.amountSat }],
        ['by a proof of which a byte is changed', { rest }],
        ['to another address than the burn names', { script: payToWitnessScriptHash(rest) }],
      ];
      for (const [what, changes] of forgeries) await judgeInBlock(t, what, await forger.signed(partsOf(made, changes)));
      await announce(t.world, burn, t.random.hex(32));
      await judgeInBlock(t, 'by the proof of another root than the header has', await forger.signed(partsOf(made, {})));
      await announce(t.world, burn);
      await firstUpdate(t, token.guid, { contract: t.random.hex(20) });
      await judgeInBlock(t, 'by the contract that a token had before an update', ofToken);
    },
  }),
];
