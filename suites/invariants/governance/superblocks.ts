import { formatSat, satoshis, stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { signed } from '../../../fixtures/world/ingredients/signing.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { ConfiguredMasternode } from '../../../fixtures/world/types.ts';
import { blockOn, extendFirst, OPEN_SCRIPT, tipPlace } from '../../support/own-blocks.ts';
import { proposalHex } from '../../support/own-proposals.ts';
import { finishSync } from '../../support/finish-sync.ts';
import { callsTo } from '../../support/other-node.ts';
import {
  enableSuperblocks,
  MAX_CYCLE,
  mineSuperblocks,
  request,
  superblockMethods,
  type Request,
} from '../../support/superblock-payments.ts';
import { voting } from '../../support/votes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { answersAsTaken } from '../blocks/judged-blocks.ts';
import { mineAway, rewardOf } from '../blocks/open-coins.ts';
import { invariant } from '../invariant.ts';
import { crossingMethods, crossSuperblock } from './crossing.ts';

const { profile, effect, timeoutMs, uses } = voting;
const COIN = 100_000_000n;
/** Blocks that are mined until the last crossing: the budget shrinks with the subsidy. */
const BLOCKS_AHEAD = 40;
const SYNCED_WITHIN_MS = 20_000;

/** Proposals that no masternode has voted on: two that exceed the budget only together, and one of 0 if the node accepts it. */
async function proposals(t: Trial): Promise<Request[]> {
  const { nextsuperblock, superblockcycle: cycle } = await t.result('getgovernanceinfo');
  const last = nextsuperblock + Math.ceil(BLOCKS_AHEAD / cycle) * cycle;
  const budgetSat = satoshis(await t.result('getsuperblockbudget', { index: last }));
  const coins = Math.max(1, Number(((budgetSat / COIN) * 3n) / 5n));
  const made = [await request(t, coins, undefined), await request(t, coins, undefined)];
  const { ok } = await t.call('gobject check', { hex: await proposalHex(t, { payment_amount: 0 }) });
  if (ok) made.push(await request(t, 0, undefined));
  return made;
}

const voteFor = (t: Trial, { hash }: Request): Promise<unknown> =>
  t.result('gobject vote-many', { 'governance-hash': hash, signal: 'funding', outcome: 'yes' });

/** Spends the collateral of a masternode; the transaction is confirmed. */
async function spendCollateral(t: Trial, { txid, vout }: ConfiguredMasternode): Promise<void> {
  const collateral = await t.result('gettxout', { txid, n: vout });
  if (collateral === null) return;
  const address = await t.world.result('getnewaddress');
  await t.world.result('lockunspent', { unlock: true, transactions: [{ txid, vout }] });
  const outputs = [{ [address]: formatSat(satoshis(collateral.value) - (await feeFor(t.world))) }];
  const hexstring = await t.world.result('createrawtransaction', { inputs: [{ txid, vout }], outputs });
  await sendTransaction(t.world, await signed(t.world, hexstring));
  await t.world.mine(1);
}

export const superblockInvariants: readonly Case[] = [
  invariant({
    id: 'superblocks/followed',
    text: 'A second node follows the chain over the superblocks that pay what masternodes voted for.',
    methods: [...superblockMethods, 'masternode start-all', 'gobject vote-many', 'gobject getvotes', 'getbestblockhash', ...uses],
    profile,
    effect,
    timeoutMs,
    ownNode: true,
    evidence: 'standard',
    source: 'consensus: nodes of one release follow the same chain',
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      const { node } = await t.world.use('peer');
      const peer = callsTo(t, node);
      const agree = (): Promise<boolean> =>
        holdsWithin(t, SYNCED_WITHIN_MS, async () => (await peer('getbestblockhash')) === (await t.result('getbestblockhash')));
      if (!(await agree())) t.inapplicable('the second node does not follow the first before it has masternodes');
      await t.result('masternode start-all'); // anew: the second node knows the collaterals now
      await enableSuperblocks(t);
      await finishSync(t, node);
      const { address, hash } = await request(t, 1, 'yes');
      const hasVotes = await holdsWithin(t, SYNCED_WITHIN_MS, async () =>
        stringify(await peer('gobject getvotes', { 'governance-hash': hash })).includes(own.txid),
      );
      if (!hasVotes) t.inapplicable('the second node does not have the votes');
      const paid = await mineSuperblocks(t, [address]);
      if (paid.length === 0) t.inapplicable('no superblock pays a proposal');
      t.ok(
        await agree(),
        `a second node does not follow the chain within ${SYNCED_WITHIN_MS / 1000} s after superblock ${paid[0]!.height} paid a proposal`,
      );
    },
  }),
  invariant({
    id: 'superblocks/blocks-before',
    text: 'A block before a superblock that becomes the tip is answered as accepted, whatever masternodes voted for.',
    methods: [
      'submitblock',
      ...crossingMethods,
      'getblockcount',
      'getblock',
      'getsuperblockbudget',
      'gobject vote-many',
      'mnsync',
      'spork',
      'gettxout',
      ...uses,
    ],
    profile,
    effect,
    timeoutMs,
    ownNode: true,
    evidence: 'standard',
    source: 'BIP 22',
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      // Before the node may decide anything: the blocks that the proposals need are mined without a judgement.
      const [first, ...others] = await proposals(t);
      // The first crossing is that of a whole cycle.
      const { nextsuperblock } = await t.result('getgovernanceinfo');
      let tip = await extendFirst(t, await mineAway(t, nextsuperblock - (await t.result('getblockcount'))));
      await enableSuperblocks(t);
      let taken = 0;
      const cross = async (during: string): Promise<void> => {
        const crossing = await crossSuperblock(t, tip, during);
        tip = crossing.tip;
        taken += crossing.taken;
      };
      await cross('while no proposal has a vote');
      await voteFor(t, first!);
      await cross('after votes of all masternodes for a proposal');
      for (const other of others) await voteFor(t, other);
      await cross('after votes for more than the budget');
      await spendCollateral(t, own);
      tip = await tipPlace(t);
      await cross('after the collateral of the node was spent');
      if (taken === 0) t.inapplicable('the node takes no block of Pyx before a superblock');
    },
  }),
  invariant({
    id: 'superblocks/beyond-reward',
    text: 'The answers about a superblock that pays more than its reward say whether it became the tip.',
    methods: ['submitblock', ...crossingMethods, 'getblockcount', 'getblock', 'mnsync', 'spork'],
    effect: ['chain', 'network'],
    ownNode: true,
    evidence: 'standard',
    source: 'BIP 22',
    run: async (t) => {
      await enableSuperblocks(t);
      const { nextsuperblock, superblockcycle: cycle } = await t.result('getgovernanceinfo');
      if (cycle < 2 || cycle > MAX_CYCLE) t.inapplicable(`the node has a cycle of ${cycle} blocks`);
      // The next one may be the next block.
      const before = nextsuperblock + cycle - (await t.result('getblockcount')) - 1;
      const rewardSat = await rewardOf(t, await mineAway(t, before));
      for (const beyondSat of [1n, 0n]) {
        const { bytes } = blockOn(t, await tipPlace(t), {
          coinbase: (usual) => ({ ...usual, outputs: [{ valueSat: rewardSat + beyondSat, script: OPEN_SCRIPT }] }),
        });
        await answersAsTaken(t, `a superblock that pays ${beyondSat} satoshis beyond what the block before it pays`, bytes);
      }
    },
  }),
];
