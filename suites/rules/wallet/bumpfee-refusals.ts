import { formatSat } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { original, type Original } from './bump-original.ts';
import { replaceInPool } from '../support/replaced-family.ts';
import { changeAddress, makeTransaction, REPLACEABLE, send } from '../support/spending.ts';

/** Records a finding unless the fee cannot be raised. */
async function cannotBeBumped(t: Trial, txid: string, why: string, path: string, options?: { readonly totalFee: number }): Promise<void> {
  const answer = await t.call('bumpfee', { txid, ...(options && { options }) });
  t.ok(!answer.ok, `bumpfee was answered with a result, but ${why}`, { check: 'refusal', path });
}

/** No change at all, or less than the fee asked for. */
async function changeTooSmall(t: Trial): Promise<void> {
  const without = await original(t, { change: 'none' });
  await cannotBeBumped(t, without.txid, 'the transaction has no change that could pay more', 'change.none');
  const some = await original(t, { change: 60_000n });
  const totalFee = Number(some.feeSat) + t.random.integer(60_001, 200_000);
  await cannotBeBumped(t, some.txid, 'the change is smaller than the difference to totalFee', 'change.small', { totalFee });
}

/** Spends what the original paid, with a key that the wallet does not have. */
async function spendFromOutside(t: Trial, from: Original): Promise<void> {
  const { world } = t;
  const target = await world.fresh('foreignKey');
  const prevout = { txid: from.txid, vout: 0 };
  const outputs = [{ [target.addresses.bech32]: formatSat(from.paidSat - 10_000n) }];
  const hexstring = await world.result<string>('createrawtransaction', { inputs: [prevout], outputs });
  const scriptPubKey = toHex(from.transaction.outputs[0]?.script ?? new Uint8Array());
  const prevtxs = [{ ...prevout, scriptPubKey, amount: formatSat(from.paidSat) }];
  const { hex } = await world.result<{ hex: string }>('signrawtransactionwithkey', { hexstring, privkeys: [from.payee.wif], prevtxs });
  await send(world, hex);
}

async function spentInPool(t: Trial): Promise<void> {
  const from = await original(t);
  await spendFromOutside(t, from);
  await cannotBeBumped(t, from.txid, 'a transaction in the memory pool spends an output of it', 'pool');
}

/** A wallet transaction spends the change; where the pool replaces, it is driven out of the pool before. */
async function spentInWallet(t: Trial): Promise<void> {
  const { world } = t;
  // First, since getting coins may take mining.
  const other = { ...(await world.fresh('spendable')), sequence: REPLACEABLE };
  const from = await original(t);
  const change = { txid: from.txid, vout: 1, sequence: REPLACEABLE };
  const [own, changeSat] = [await changeAddress(world), from.changeSat ?? 0n];
  const child = await send(world, await makeTransaction(world, [change, other], [[own, changeSat + other.amountSat - 10_000n]]));
  await cannotBeBumped(t, from.txid, 'a transaction of the wallet, in the pool, spends its change', 'wallet');
  const better = await makeTransaction(world, [other], [[own, other.amountSat - 200_000n]]);
  if (!(await replaceInPool(t, better, child))) return;
  await cannotBeBumped(t, from.txid, 'a transaction of the wallet, not in the pool, spends its change', 'wallet');
}

const tooSmall = rule({
  rule: 'bumpfee/change-too-small', effect: ['wallet', 'chain'], run: changeTooSmall,
});

const inWallet = rule({
  rule: 'bumpfee/spent-in-wallet', effect: ['wallet', 'chain'], uses: ['sendrawtransaction'], run: spentInWallet,
});

const inPool = rule({
  rule: 'bumpfee/spent-in-pool', effect: ['wallet', 'chain'], uses: ['signrawtransactionwithkey'], run: spentInPool,
});

const optIn = rule({
  rule: 'bumpfee/opt-in',
  effect: ['wallet', 'chain'],
  uses: ['getrawmempool'],
  run: async (t) => {
    const final = await original(t, { sequence: t.random.pick([0xfffffffe, 0xffffffff]) });
    await cannotBeBumped(t, final.txid, 'the transaction does not opt in to replacement', 'final');
    t.ok((await t.result<string[]>('getrawmempool')).includes(final.txid), 'a transaction that does not opt in to replacement left the memory pool');
    const replaceable = await original(t);
    const { name } = await t.world.use('secondWallet');
    const foreign = await t.call('bumpfee', { txid: replaceable.txid }, { wallet: name });
    t.ok(!foreign.ok, 'bumpfee was answered with a result, but the transaction is not one of the wallet’s', { check: 'refusal', path: 'foreign' });
  },
});

const errorRow = row({
  table: 'errors',
  row: 'bumpfee-fails',
  effect: ['wallet', 'chain'],
  run: async (t) => {
    await changeTooSmall(t);
    await spentInPool(t);
    const spent = await original(t);
    const own = await changeAddress(t.world);
    await send(t.world, await makeTransaction(t.world, [{ txid: spent.txid, vout: 1 }], [[own, (spent.changeSat ?? 0n) - 10_000n]]));
    await cannotBeBumped(t, spent.txid, 'a transaction of the wallet spends its change', 'wallet');
  },
});

export const bumpfeeRefusalRules: readonly Case[] = [tooSmall, inWallet, inPool, optIn, errorRow];
