import { MATURITY } from '../../../fixtures/world/ingredients/coin-pool.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { segwitAddress } from '../../../fixtures/world/keys.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { parseBlock } from '../../../oracles/block.ts';
import { sameBytes } from '../../../oracles/bytes.ts';
import { txidOf } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { present } from '../../support/present.ts';
import { invariant } from '../invariant.ts';
import { openLock, tested, type Locked } from '../programs/program.ts';
import { confirmedCoins, Family, familyCalls, memberOf, type Spending } from './family.ts';

/** Locks by time count from here (BIP 113), and relative ones have a flag and units of 512 seconds (BIP 68). */
const BY_TIME = 0x00400000;
const TIME_UNIT = 512;
/** No input of this sequence is locked, and lock times count. */
const UNLOCKED = 0xfffffffe;

/** Checks whether the pool would take a transaction that spends the coins. */
const judging =
  (t: Trial, wanted: boolean) =>
  async (what: string, coins: readonly Locked[], spending: Spending): Promise<void> => {
    const { allowed, reason } = await tested(t, memberOf(t, coins, spending).transaction.bytes);
    t.equal(allowed, wanted, `allowed (reject-reason ${reason}) for ${what}`, { path: 'allowed' });
  };

/** The coinbase of a new block, as a coin that anyone can spend. */
async function minedCoin(t: Trial): Promise<Locked> {
  const lock = openLock(t);
  const { hrp } = await t.world.use('chainParameters');
  const [blockhash = ''] = await t.world.mine(1, segwitAddress(sha256(lock.input.witness!.at(-1)!), hrp));
  const hex = await t.world.result('getblock', { blockhash, verbosity: 0 });
  const { transactions } = decoded(t, 'the serialized block', () => parseBlock(Buffer.from(hex, 'hex')));
  const coinbase = present(t, transactions[0], 'the block has no transaction');
  const vout = coinbase.outputs.findIndex(({ script }) => sameBytes(script, lock.script));
  const output = present(t, coinbase.outputs[vout], 'the mined block does not pay the address that it was mined to');
  return { ...lock, txid: txidOf(coinbase), vout, amountSat: output.valueSat };
}

export const mempoolFinalityInvariants: readonly Case[] = [
  invariant({
    id: 'mempool-finality/bounds',
    text: 'A transaction enters the pool exactly when its locks allow it in the next block.',
    effect: ['wallet', 'chain'],
    evidence: 'standard',
    source: 'BIP 68, BIP 113, consensus of the family',
    methods: ['testmempoolaccept', 'sendrawtransaction', ...familyCalls],
    run: async (t) => {
      const [allows, forbids] = [judging(t, true), judging(t, false)];
      const { address: unowned } = await t.world.use('unownedAddress');
      const medianTime = async (height: number): Promise<number> =>
        (await t.world.result('getblockheader', { hash: await t.world.result('getblockhash', { height }) })).mediantime;
      const [coin, other] = (await confirmedCoins(t, 2)) as [Locked, Locked];
      const coinHeight = await t.world.result('getblockcount');
      const deeper = t.random.integer(1, 4);
      await t.world.mine(deeper, unowned);
      const tip = coinHeight + deeper;
      const now = await medianTime(tip);
      const one = (lockTime: number): Spending => ({ lockTime, sequences: [UNLOCKED] });
      await allows('a lock time of the height of the tip', [coin], one(tip));
      await forbids('a lock time of the height of the next block', [coin], one(tip + 1));
      await allows('a lock time just below the median time of the tip', [coin], one(now - 1));
      await forbids('a lock time of the median time of the tip', [coin], one(now));
      const relative = (...sequences: readonly number[]): Spending => ({ sequences });
      const depth = deeper + 1; // of the coin in the next block
      await allows(`a relative lock of ${depth} blocks on a coin ${depth} blocks below the next one`, [coin], relative(depth));
      await forbids(`a relative lock of ${depth + 1} blocks on a coin ${depth} blocks below the next one`, [coin], relative(depth + 1));
      await forbids('a relative lock on the second of two coins', [coin, other], relative(depth, depth + 1));
      const passed = now - (await medianTime(coinHeight - 1));
      const units = Math.floor(passed / TIME_UNIT);
      await allows(`a relative lock of ${units} units of 512 s after ${passed} s`, [coin], relative(BY_TIME + units));
      await forbids(`a relative lock of ${units + 1} units of 512 s after ${passed} s`, [coin], relative(BY_TIME + units + 1));
      const family = new Family(t);
      const parent = await family.send([coin]);
      await allows('a relative lock of no block on an unconfirmed output', parent.outputs, relative(0));
      await forbids('a relative lock of one block on an unconfirmed output', parent.outputs, relative(1));
      await forbids('a relative lock of 512 s on an unconfirmed output', parent.outputs, relative(BY_TIME + 1));
      await allows(
        'a relative lock that a confirmed coin has passed, beside an unconfirmed output',
        [other, ...parent.outputs],
        relative(depth, 0),
      );
    },
  }),
  invariant({
    id: 'mempool-finality/withdrawn',
    text: 'A transaction leaves the pool, with its descendants, when a block leaves the chain that its lock or an immature coinbase needs.',
    effect: ['wallet', 'chain'],
    evidence: 'standard',
    source: 'BIP 68, BIP 113, consensus of the family',
    methods: ['testmempoolaccept', 'sendrawtransaction', ...familyCalls],
    run: async (t) => {
      const forbids = judging(t, false);
      const { address: unowned } = await t.world.use('unownedAddress');
      const coins = (await confirmedCoins(t, 6)) as [Locked, Locked, Locked, Locked, Locked, Locked];
      const coinHeight = await t.world.result('getblockcount');
      const mined = await minedCoin(t);
      await t.world.mine(MATURITY - 2, unowned);
      const tip = await t.world.result('getblockcount');
      await forbids('a transaction that spends a coinbase a block too early', [coins[0], mined], {});
      await t.world.mine(1, unowned);
      const family = new Family(t);
      const depth = tip + 2 - coinHeight;
      const locked = [
        await family.send([coins[0], mined], { outputs: 2 }),
        await family.send([coins[1]], { lockTime: tip + 1, sequences: [UNLOCKED], outputs: 2 }),
        await family.send([coins[2], coins[3]], { sequences: [UNLOCKED, depth], outputs: 2 }),
      ];
      const heirs = [];
      for (const { outputs } of locked) heirs.push(await family.send([outputs[1]!]));
      const free = await family.send([coins[4]], { lockTime: tip, sequences: [UNLOCKED], outputs: 2 });
      await family.send([free.outputs[1]!]);
      await family.send([coins[5]], { sequences: [depth - 1] });
      await family.judge('before a block left the chain');
      const blockhash = await t.world.result('getbestblockhash');
      await t.world.result('invalidateblock', { blockhash });
      try {
        const gone = [...locked, ...heirs].map(({ txid }) => txid);
        family.remove(...gone);
        await family.judge('after the block left the chain that its locks need', gone);
        await family.mine();
      } finally {
        await t.world.result('reconsiderblock', { blockhash });
      }
    },
  }),
];
