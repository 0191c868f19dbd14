import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runNode, type RunningNode } from '../../../node.ts';
import type { Amount } from '../../json/json-text.ts';

let node: RunningNode;
const call = <T>(method: Parameters<RunningNode['call']>[0], ...params: (string | number | boolean)[]): Promise<T> =>
  node.call(method, params) as Promise<T>;
const balances = async (): Promise<{ [account: string]: bigint }> =>
  Object.fromEntries(Object.entries(await call<{ [account: string]: Amount }>('listaccounts')).map(([account, { sat }]) => [account, sat]));

beforeEach(async () => {
  node = await runNode({ deprecatedRpc: ['accounts'] });
});

afterEach(() => node.stop());

describe('accounts', () => {
  it('have balances that sum up to the balance of the wallet, after moves and payments', async () => {
    const shop = await call<string>('getaccountaddress', 'shop');
    await call('generatetoaddress', 101, shop);
    expect(await balances()).toEqual({ '': 0n, shop: 5_000_000_000n });
    await call('move', 'shop', 'till', 2, 1, 'float');
    expect(await balances()).toEqual({ '': 0n, shop: 4_800_000_000n, till: 200_000_000n });
    await expect(call('sendfrom', 'till', 'mkhSj3scjAQyn7WRfunoRFFAvr2M7Vywmc', 3)).rejects.toMatchObject({ code: -6 });
    await expect(node.call('sendmany', ['till', { mkhSj3scjAQyn7WRfunoRFFAvr2M7Vywmc: 3 }])).rejects.toMatchObject({ code: -6 });
    const txid = await call<string>('sendfrom', 'till', 'mkhSj3scjAQyn7WRfunoRFFAvr2M7Vywmc', 1, 1, 'for', 'whom');
    const after = await balances();
    const { fee } = await call<{ fee: Amount }>('gettransaction', txid);
    expect(after).toEqual({ '': 0n, shop: 4_800_000_000n, till: 100_000_000n + fee.sat });
    expect(Object.values(after).reduce((sum, sat) => sum + sat, 0n)).toBe((await call<Amount>('getbalance')).sat);
    const entries = await call<{ category: string; account: string; amount: Amount; comment?: string }[]>('listtransactions', 'till');
    // The documents have no moves in this list.
    expect(entries.map(({ category, amount, comment }) => [category, amount.sat, comment])).toEqual([['send', -100_000_000n, 'for']]);
    const { transactions } = await call<{ transactions: typeof entries }>('listsinceblock');
    expect(transactions.filter(({ category }) => category === 'move').map(({ account, amount }) => [account, amount.sat])).toEqual([
      ['shop', -200_000_000n],
      ['till', 200_000_000n],
    ]);
  });

  it('keep their address until it is paid', async () => {
    const first = await call<string>('getaccountaddress', 'a');
    expect(await call('getaccountaddress', 'a')).toBe(first);
    expect(await call('getaccount', first)).toBe('a');
    await call('generatetoaddress', 1, first);
    const second = await call<string>('getaccountaddress', 'a');
    expect(second).not.toBe(first);
    await call('setaccount', second, 'b');
    expect(await call('getaccount', second)).toBe('b');
    expect(await call('getaccountaddress', 'a')).not.toBe(second);
    await expect(call('setaccount', 'mkhSj3scjAQyn7WRfunoRFFAvr2M7Vywmc', 'b')).rejects.toMatchObject({ code: -1 });
  });

  it('count what they received', async () => {
    await call('generatetoaddress', 101, await call<string>('getnewaddress'));
    for (const [account, amount] of [
      ['a', 1],
      ['a', 2],
      ['b', 4],
    ] as const) {
      await call('sendtoaddress', await call<string>('getnewaddress', account), amount);
    }
    expect((await call<Amount>('getreceivedbyaccount', 'a')).sat).toBe(0n);
    expect((await call<Amount>('getreceivedbyaccount', 'a', 0)).sat).toBe(300_000_000n);
    const list = await call<{ account: string; amount: Amount; confirmations: number }[]>('listreceivedbyaccount', 0);
    expect(list.map(({ account, amount, confirmations }) => [account, amount.sat, confirmations])).toEqual([
      ['a', 300_000_000n, 0],
      ['b', 400_000_000n, 0],
    ]);
    expect(await call('getaddressbyaccount')).toMatch(/unknown command/);
  });

  it('are refused on a node that was started without the option', async () => {
    await node.stop();
    node = await runNode();
    await expect(call('getaccount', 'mkhSj3scjAQyn7WRfunoRFFAvr2M7Vywmc')).rejects.toMatchObject({ code: -32 });
  });
});
