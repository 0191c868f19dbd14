import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { invariant } from '../invariant.ts';
import type { Locked as Coin } from '../programs/program.ts';
import { confirmedCoins, Family, familyCalls, memberOf, type Member } from './family.ts';
import { leaveTip } from './leave-tip.ts';

/** Less than the family lets depend on one another. */
const FAMILY_SIZE = 12;
/** A fee delta that keeps a transaction out of blocks. */
const PUT_OFF_SAT = 100_000_000n;
/** More than the family takes of one chain, or of one parent. */
const LARGE = 30;
/** Fifteen days: the family keeps transactions for fourteen. */
const AGE_S = 15 * 86_400;

const judging = {
  effect: ['wallet', 'chain'],
  evidence: 'document',
  source: 'document 2, Memory pool entry and Memory pool info',
} as const;

/** Transactions that spend one another and confirmed coins, at random. */
async function grown(t: Trial): Promise<Family> {
  const family = new Family(t);
  await family.grow(await confirmedCoins(t, 6), FAMILY_SIZE);
  return family;
}

/** The ids of the transactions of the tip. */
async function tipTxids(t: Trial): Promise<readonly string[]> {
  return (await t.world.result('getblock', { blockhash: await t.world.result('getbestblockhash') })).tx;
}

/** Checks the lists of ancestors and descendants of each member. */
async function judgeLists(t: Trial, { members, model }: Family): Promise<void> {
  for (const { txid } of members) {
    const [before, after] = [await t.result('getmempoolancestors', { txid }), await t.result('getmempooldescendants', { txid })];
    const others = (txids: readonly string[]): string[] => txids.filter((other) => other !== txid).sort();
    t.equal([...before].sort(), others(model.ancestors(txid)), 'the list of ancestors');
    t.equal([...after].sort(), others(model.descendants(txid)), 'the list of descendants');
  }
}

/** Sends a transaction that the pool need not take. Returns whether it did. */
async function offered(t: Trial, family: Family, member: Member): Promise<boolean> {
  const hexstring = toHex(member.transaction.bytes);
  const [said] = await t.result('testmempoolaccept', { rawtxs: [hexstring] });
  const { ok } = await t.call('sendrawtransaction', { hexstring });
  t.equal(said?.allowed, ok, 'allowed (compared with whether sendrawtransaction takes the transaction)', { path: 'allowed' });
  if (ok) family.add(member);
  else if (said?.allowed === false)
    t.ok(said['reject-reason'] !== undefined, 'reject-reason is missing for a transaction that is not allowed', {
      path: 'reject-reason',
    });
  return ok;
}

export const mempoolFamilyInvariants: readonly Case[] = [
  invariant({
    ...judging,
    id: 'mempool-families/grown',
    text: 'Transactions that spend one another, as it comes, are shown each with its own parents, children, ancestors and descendants.',
    methods: [...familyCalls, 'getmempoolancestors', 'getmempooldescendants', 'sendrawtransaction'],
    run: async (t) => {
      const family = await grown(t);
      await family.judge('after transactions were sent that spend one another');
      await judgeLists(t, family);
    },
  }),
  invariant({
    ...judging,
    id: 'mempool-families/confirmed',
    text: 'What is left in the pool of transactions that spend one another is shown without those in blocks, and with them once they are back.',
    methods: [...familyCalls, 'sendrawtransaction'],
    run: async (t) => {
      const family = await grown(t);
      const all = family.members;
      const chosen = t.random.shuffled(all.filter(({ txid }) => family.model.parents(txid).length > 0)).slice(0, 2);
      for (const { txid } of chosen) await family.putOff(txid, -PUT_OFF_SAT);
      try {
        await family.judge('while fee deltas keep some out of blocks');
        await family.mine();
        const mined = await tipTxids(t);
        const confirmed = all.filter(({ txid }) => mined.includes(txid));
        if (confirmed.length === 0 || confirmed.length === all.length)
          t.inapplicable('a block holds all or none of these transactions, though fee deltas should keep some out of it');
        family.remove(...mined);
        await family.judge('after a part of them was confirmed', mined);
        const blockhash = await t.world.result('getbestblockhash');
        await t.world.result('invalidateblock', { blockhash });
        try {
          const back = await t.world.result('getrawmempool');
          if (!confirmed.some(({ txid }) => back.includes(txid)))
            t.inapplicable('the node does not return transactions of a removed block to its pool');
          family.add(...confirmed);
          await family.judge('after the block of a part of them left the chain');
        } finally {
          await t.world.result('reconsiderblock', { blockhash });
        }
        family.remove(...mined);
        await family.judge('after the block was put back', mined);
      } finally {
        for (const { txid } of chosen) await family.putOff(txid, PUT_OFF_SAT);
      }
      await family.judge('after the fee deltas were taken back');
    },
  }),
  invariant({
    ...judging,
    id: 'mempool-families/conflicting',
    text: 'What spends a coin that a block spends otherwise leaves the pool with all its descendants, and nothing else does.',
    evidence: 'standard',
    source: 'consensus of the family: a coin is spent once',
    methods: [...familyCalls, 'sendrawtransaction'],
    run: async (t) => {
      const [coin, other, third] = (await confirmedCoins(t, 3)) as [Coin, Coin, Coin];
      const family = new Family(t);
      const original = await family.send([coin], { outputs: 2 });
      const child = await family.send([original.outputs[0]!]);
      await family.mine();
      const blockhash = await t.world.result('getbestblockhash');
      const mined = await tipTxids(t);
      if (![original, child].every(({ txid }) => mined.includes(txid))) t.inapplicable('the mined block lacks transactions of the pool');
      family.remove(...mined);
      await t.world.result('invalidateblock', { blockhash });
      try {
        // It spends the coin otherwise, beside one that stays unspent by the block.
        const rival = await family.send([coin, third], { outputs: 2, feeSat: original.feeSat + child.feeSat + 50_000n });
        const heir = await family.send([rival.outputs[1]!]);
        const grandchild = await family.send([rival.outputs[0]!, heir.outputs[0]!]);
        const unrelated = await family.send([other], { outputs: 2 });
        await family.send([unrelated.outputs[0]!]);
        await family.judge('after another transaction took the place of one whose block left the chain', [original.txid, child.txid]);
        await t.world.result('reconsiderblock', { blockhash });
        const gone = [rival, heir, grandchild].map(({ txid }) => txid);
        family.remove(...gone);
        await family.judge('after the block was put back that spends a coin otherwise', [...gone, ...mined]);
      } finally {
        await t.world.result('reconsiderblock', { blockhash });
      }
      t.equal(await t.world.result('getbestblockhash'), blockhash, 'the tip after the block was put back');
      // Nothing in the pool spends it any more.
      await family.send([third]);
      await family.judge('after a coin was spent again whose spender had left the pool');
    },
  }),
  invariant({
    ...judging,
    id: 'mempool-families/left-behind',
    text: 'Transactions that spend one another are in the pool as before once the chain leaves their block for one without them.',
    methods: ['preciousblock', 'getblockheader', ...familyCalls, 'sendrawtransaction', 'submitblock'],
    ownNode: true,
    run: async (t) => {
      const family = await grown(t);
      await family.mine();
      await leaveTip(t);
      if ((await t.world.result('getrawmempool')).length === 0)
        t.inapplicable('the node does not return transactions of a removed block to its pool');
      await family.judge('after the chain left their block');
    },
  }),
  invariant({
    ...judging,
    id: 'mempool-families/aged',
    text: 'Whether or not the pool drops transactions after a time, it counts those that are left.',
    methods: [...familyCalls, 'sendrawtransaction'],
    ownNode: true,
    run: async (t) => {
      const [coin, other] = (await confirmedCoins(t, 2)) as [Coin, Coin];
      const family = new Family(t);
      await withMockTime(t, async (at) => {
        const old = await family.send([coin], { outputs: 2 });
        await family.send([old.outputs[0]!]);
        await at(Math.floor(Date.now() / 1000) + AGE_S);
        await family.send([other]);
        const left = await t.world.result('getrawmempool');
        family.remove(...family.members.map(({ txid }) => txid).filter((txid) => !left.includes(txid)));
        await family.judge('after fifteen days');
      });
    },
  }),
  invariant({
    ...judging,
    id: 'mempool-families/large',
    text: 'Of a long chain and of many children, the pool takes what testmempoolaccept allows, and gives a reason for the first it does not take.',
    methods: ['testmempoolaccept', 'sendrawtransaction', ...familyCalls],
    run: async (t) => {
      const [coin, other] = (await confirmedCoins(t, 2)) as [Coin, Coin];
      const family = new Family(t);
      let last = coin;
      for (let sent = 0; sent < LARGE; sent += 1) {
        const member = memberOf(t, [last]);
        if (!(await offered(t, family, member))) break;
        last = member.outputs[0]!;
      }
      const { outputs } = await family.send([other], { outputs: LARGE });
      for (const output of outputs) if (!(await offered(t, family, memberOf(t, [output])))) break;
      await family.judge('after as many were sent as it takes');
      await family.mine();
    },
  }),
];
