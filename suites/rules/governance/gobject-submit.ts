import { stringify } from '../../../client/wire-json.ts';
import { currentTime, fundProposal, newProposalHex, prepareProposal, submission } from '../../../fixtures/world/ingredients/proposals.ts';
import type { Case } from '../../../engine/case.ts';
import { proposalHash } from '../../../oracles/governance.ts';
import { callsTo } from '../../support/other-node.ts';
import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { signed } from '../../../fixtures/world/ingredients/signing.ts';
import type { PreparedProposal } from '../../../fixtures/world/types.ts';
import { prepare, submit } from '../../support/own-proposals.ts';
import { holdsData, listed, mustSubmit, names } from '../../support/proposals.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { openQuestion } from '../open-question.ts';
import { rule } from '../rule.ts';

const effect = ['wallet', 'chain', 'network'] as const;
const uses = ['gobject prepare', 'gobject check', 'gobject list'] as const;
const SENT_WITHIN_MS = 20_000;
/** Of no proposal. */
const OTHER_DATA = ['{"type":2}', '{"type":3}', '{}'] as const;
/** More than nodes of this family require of a fee transaction. */
const MOST_CONFIRMATIONS = 12;
/** More than nodes of this family let the time of an object be ahead of their clocks. */
const FAR_AHEAD_S = 3 * 60 * 60;

export const gobjectSubmitRules: readonly Case[] = [
  rule({
    rule: 'gobject-submit/same-arguments',
    effect,
    uses,
    run: async (t) => {
      const prepared = await t.world.fresh('preparedProposal');
      const other = await t.world.fresh('preparedProposal');
      const changes = [
        { revision: prepared.revision + 1 },
        { time: prepared.time - 1 },
        { dataHex: other.dataHex },
        ...OTHER_DATA.map((data) => ({ dataHex: Buffer.from(data).toString('hex') })),
        { feeTxid: other.feeTxid },
        { feeTxid: (await t.world.use('confirmedSend')).txid },
        { feeTxid: t.random.hex(32) },
      ];
      for (const change of changes)
        await t.refused(
          'gobject submit',
          submission({ ...prepared, ...change }),
          `${Object.keys(change)[0]} is not that of the successful gobject prepare`,
        );
      const hash = await mustSubmit(t, prepared);
      await t.refused('gobject submit', submission({ ...prepared, feeTxid: other.feeTxid }), 'the fee was paid for another proposal');
      if (typeof hash === 'string')
        t.ok(names(await listed(t, 'all'), { ...prepared, hash }), 'gobject list all does not have the object that was submitted');
    },
  }),
  rule({
    rule: 'gobject-submit/same-arguments',
    case: 'any',
    effect,
    uses: [...uses, 'gobject get'],
    run: async (t) => {
      const other = await t.world.use('proposal');
      const revision = t.random.integer(2, 1_000_000);
      const time = currentTime() - t.random.integer(2, 3_000);
      const prepared = await prepare(t, { revision, time });
      const changes: readonly Partial<PreparedProposal>[] = [
        { parentHash: other.hash },
        { revision: 1 },
        { revision: revision - 1 },
        { time: time + 1 },
        { time: currentTime() },
        { dataHex: await newProposalHex(t.world) },
        { feeTxid: other.feeTxid },
      ];
      for (const change of changes)
        await t.refused(
          'gobject submit',
          submission({ ...prepared, ...change }),
          `${Object.keys(change)[0]} is not that of gobject prepare`,
        );
      const submitted = await submit(t, prepared);
      t.ok(
        holdsData(await t.result('gobject get', { 'governance-hash': submitted.hash }), submitted),
        'gobject get does not return its data',
      );
    },
  }),
  rule({
    rule: 'gobject-submit/same-arguments',
    case: 'parent',
    effect,
    uses,
    run: async (t) => {
      const { hash: parentHash } = await t.world.use('proposal');
      const prepared = await prepare(t, { parentHash, revision: 2 });
      await t.refused('gobject submit', submission({ ...prepared, parentHash: '0' }), 'parentHash is not that of gobject prepare');
      const submitted = await submit(t, prepared);
      t.ok(names(await listed(t, 'all'), submitted), 'gobject list all does not have an object with a parent that was submitted');
      // A parent that no node knows may be refused, though not after its fee was paid.
      const content = { parentHash: t.random.hex(32), revision: 1, time: currentTime(), dataHex: await newProposalHex(t.world) };
      await fundProposal(t.world);
      const { parentHash: parent, revision, time, dataHex } = content;
      const paid = await t.call('gobject prepare', { 'parent-hash': parent, revision, time, 'data-hex': dataHex });
      if (!paid.ok) return;
      await t.world.mine(MOST_CONFIRMATIONS);
      await mustSubmit(t, { ...content, feeTxid: String(paid.result) });
    },
  }),
  rule({
    rule: 'gobject-submit/same-arguments',
    case: 'unpaid',
    effect,
    uses: [...uses, 'createrawtransaction', 'fundrawtransaction', 'signrawtransactionwithwallet', 'sendrawtransaction'],
    run: async (t) => {
      await t.world.use('funds');
      const content = { parentHash: '0', revision: 1, time: currentTime(), dataHex: await newProposalHex(t.world) };
      const hash = proposalHash({ ...content, parentHash: '0'.repeat(64) });
      // It names the proposal as fee transactions of this family do, and pays nothing.
      const data = Buffer.from(hash, 'hex').reverse().toString('hex');
      const hexstring = await t.result('createrawtransaction', { inputs: [], outputs: [{ data }] });
      const { hex } = await t.result('fundrawtransaction', { hexstring });
      const feeTxid = await sendTransaction(t.world, await signed(t.world, hex));
      await t.world.mine(MOST_CONFIRMATIONS);
      const changes: readonly Partial<PreparedProposal>[] = [{}, { parentHash: t.random.hex(32) }, { time: currentTime() + FAR_AHEAD_S }];
      for (const change of changes)
        await t.refused(
          'gobject submit',
          submission({ ...content, ...change, feeTxid }),
          'no gobject prepare was called, and no fee is paid',
        );
      const result = stringify(await listed(t, 'all'));
      t.ok(!result.includes(hash), 'gobject list all has a proposal whose fee is not paid');
    },
  }),
  rule({
    rule: 'gobject-submit/same-arguments',
    case: 'restarted',
    effect: [...effect, 'process'],
    ownNode: true,
    uses,
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target');
      const revision = t.random.integer(2, 1_000_000);
      const prepared = await prepare(t, { revision });
      await t.node.restart();
      await t.world.use('wallet'); // loads the wallet if the node did not
      await t.refused('gobject submit', submission({ ...prepared, revision: revision + 1 }), 'revision is not that of gobject prepare');
      const submitted = await submit(t, prepared);
      t.ok(names(await listed(t, 'all'), submitted), 'gobject list all does not have a proposal that was prepared before a restart');
    },
  }),
  rule({
    rule: 'gobject-submit/parent-zero',
    effect,
    uses,
    run: async (t) => {
      const [first, second] = [await t.world.fresh('proposal'), await t.world.fresh('proposal')];
      t.ok(first.hash !== second.hash, 'two new proposals have one hash');
      const all = await listed(t, 'all');
      for (const proposal of [first, second]) t.ok(names(all, proposal), 'gobject list all does not have a new proposal');
    },
  }),
  rule({
    rule: 'gobject-submit/sends',
    profile: 'peers',
    effect,
    uses: [...uses, 'gobject get', 'getbestblockhash'],
    timeoutMs: 90_000,
    run: async (t) => {
      const { node } = await t.world.use('peer');
      const call = callsTo(t, node);
      const arrives = async (hash: string, when: string): Promise<void> => {
        const { method, params } = t.world.service.request('gobject get', { 'governance-hash': hash });
        const arrived = await holdsWithin(t, SENT_WITHIN_MS, async () => (await node.client.call(method, params)).type === 'result');
        t.ok(arrived, `a peer does not have a proposal that was submitted ${when} within ${SENT_WITHIN_MS / 1000} s`);
      };
      const haveOneTip = async (): Promise<void> => {
        const tip = await t.result('getbestblockhash');
        await holdsWithin(t, SENT_WITHIN_MS, async () => (await call('getbestblockhash')) === tip);
      };
      const own = await t.world.fresh('proposal');
      await haveOneTip();
      await arrives(own.hash, 'at once when its fee was confirmed');
      const prepared = await t.world.fresh('preparedProposal');
      await haveOneTip(); // so that it knows the fee before the object comes
      const hash = await mustSubmit(t, prepared);
      if (typeof hash === 'string') await arrives(hash, 'when the peer knew its fee');
    },
  }),
  openQuestion({
    question: 'gobject-submit/unconfirmed',
    effect,
    uses,
    run: async (t) => {
      const prepared = await prepareProposal(t.world);
      for (let confirmations = 0; confirmations <= 12; confirmations++) {
        if ((await t.call('gobject submit', submission(prepared))).ok) return `accepted with ${confirmations} confirmations`;
        await t.world.mine(1);
      }
      return 'refused with 12 confirmations';
    },
  }),
  openQuestion({
    question: 'gobject-submit/hash',
    effect,
    uses,
    run: async (t) => {
      const own = await t.world.fresh('proposal');
      return own.hash === proposalHash({ ...own, parentHash: '0'.repeat(64) }) ? 'as computed' : 'another one';
    },
  }),
  openQuestion({
    question: 'gobject-submit/again',
    effect,
    uses,
    run: async (t) => {
      const own = await t.world.fresh('proposal');
      const answer = await t.call('gobject submit', submission(own));
      return answer.ok ? `accepted, ${answer.result === own.hash ? 'the same hash' : 'another result'}` : `refused ${answer.error.code}`;
    },
  }),
];
