import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runNode, type RunningNode } from '../node.ts';
import { scriptOf } from '../script/addresses.ts';
import type { Wallet } from './wallet.ts';
import type { WalletError } from './wallet-error.ts';

const COIN = 100_000_000n;

let node: RunningNode;
let miner: Wallet;
let minerAddress: string;

const wallets = () => node.context.wallets;
const mine = (count: number, address = minerAddress): Promise<readonly string[]> =>
  node.call('generatetoaddress', [count, address]) as Promise<readonly string[]>;
const open = async (name: string, disablePrivateKeys = false): Promise<Wallet> =>
  (await wallets().create(name, { disablePrivateKeys })).wallet;
const pay = (wallet: string, address: string, amount: string, options: { readonly [name: string]: boolean } = {}): Promise<string> =>
  node.call('sendtoaddress', { address, amount, ...options }, { wallet }) as Promise<string>;
const refusal = async (act: () => unknown): Promise<WalletError['reason'] | undefined> => {
  try {
    await act();
    return undefined;
  } catch (error) {
    return (error as Partial<WalletError>).reason;
  }
};

beforeEach(async () => {
  node = await runNode();
  miner = wallets().get('')!;
  minerAddress = miner.newAddress('bech32', '');
  await mine(103);
});

afterEach(() => node.stop());

describe('a wallet', () => {
  it('counts mature, immature and pending coins', async () => {
    expect(miner.coins.balances()).toEqual({ trustedSat: 150n * COIN, pendingSat: 0n, immatureSat: 5000n * COIN });
    const payee = await open('payee');
    await pay('', payee.newAddress('legacy', ''), '1.5');
    expect(payee.coins.balances()).toEqual({ trustedSat: 0n, pendingSat: 150_000_000n, immatureSat: 0n });
    expect(payee.coins.list({ includeUnsafe: false })).toEqual([]);
    expect(payee.coins.list().map(({ safe, confirmations }) => [safe, confirmations])).toEqual([[false, 0]]);
    await mine(1);
    expect(payee.coins.balances({ minConfirmations: 1 }).trustedSat).toBe(150_000_000n);
    expect(payee.coins.balances({ minConfirmations: 2 }).trustedSat).toBe(0n);
  });

  it('trusts its own change and no replacement of it', async () => {
    const payee = await open('payee');
    const txid = await pay('', payee.newAddress('bech32', ''), '1', { replaceable: true });
    const change = miner.coins.list({ minConfirmations: 0, maxConfirmations: 0 });
    expect(change.map(({ safe, fromMe }) => [safe, fromMe])).toEqual([[true, true]]);
    const { txid: bumped } = (await node.call('bumpfee', [txid], { wallet: '' })) as { txid: string };
    const states = [txid, bumped].map((id) => miner.ledger.get(id)?.state.type);
    expect(states).toEqual(['inactive', 'pool']);
    expect(miner.ledger.get(txid)?.replacedBy).toBe(bumped);
    expect(miner.coins.list({ maxConfirmations: 0 }).map((coin) => [coin.txid, coin.safe])).toEqual([[bumped, false]]);
    await mine(1);
    expect(miner.ledger.confirmations(miner.ledger.get(txid)!)).toBe(-1);
    // A conflicted transaction is no longer conflicted after the block is disconnected.
    await node.call('invalidateblock', [node.context.chain.tip.hash]);
    expect([txid, bumped].map((id) => miner.ledger.get(id)?.state.type)).toEqual(['inactive', 'pool']);
  });

  it('follows a reorganisation and gives the same balance as a wallet that never saw the other branch', async () => {
    const payee = await open('payee');
    const address = payee.newAddress('bech32', '');
    await pay('', address, '2');
    const [stale = ''] = await mine(1);
    await mine(1, address);
    expect(payee.ledger.size).toBe(2);
    await node.call('invalidateblock', [stale]);
    expect(payee.coins.balances()).toEqual({ trustedSat: 0n, pendingSat: 2n * COIN, immatureSat: 0n });
    await mine(1);
    expect(payee.coins.balances().trustedSat).toBe(2n * COIN);
    const watcher = await open('watcher', true);
    watcher.watch(scriptOf(address, node.context.params)!, 1);
    await watcher.rescanner.run(0);
    expect(watcher.coins.balances({ watchOnly: true }).trustedSat).toBe(2n * COIN);
    expect(watcher.ledger.all().map(({ transaction }) => transaction.txid)).toEqual(
      payee.ledger
        .all()
        .filter(({ state }) => state.type === 'confirmed')
        .map(({ transaction }) => transaction.txid),
    );
  });

  it('frees the coins of an abandoned transaction and of its descendants', async () => {
    const txid = await pay('', miner.newAddress('bech32', ''), '10');
    const spent = miner.ledger.get(txid)!.transaction.inputs[0]!;
    const child = await pay('', miner.newAddress('bech32', ''), '149'); // spends all coins
    expect(miner.ledger.spender(spent)).toBe(txid);
    expect(await refusal(() => miner.abandon(txid))).toBe('invalid-key-or-transaction');
    for (const id of [child, txid]) node.context.mempool.remove(id, 'expiry');
    expect(miner.ledger.spender(spent)).toBe(txid);
    miner.abandon(txid);
    expect(miner.ledger.spender(spent)).toBeUndefined();
    for (const id of [txid, child]) expect(miner.ledger.get(id)?.state).toEqual({ type: 'inactive', abandoned: true });
    expect(miner.coins.balances().trustedSat).toBe(150n * COIN);
  });

  it('marks all keys of the keypool before a paid key as used', async () => {
    const wallet = await open('one');
    const seed = Buffer.alloc(32, 9);
    wallet.keychain.setSeed(seed, true);
    const other = await open('other');
    other.keychain.setSeed(seed, true);
    const addresses = Array.from({ length: 5 }, () => wallet.newAddress('bech32', ''));
    await pay('', addresses[4]!, '1');
    const next = other.newAddress('bech32', '');
    expect(addresses).not.toContain(next);
    expect(next).toBe(wallet.newAddress('bech32', ''));
    expect(other.keychain.pool.size.external).toBe(node.context.options.wallet.keypool - 1);
  });

  it('returns an unused change key to the keypool', () => {
    const reserved = miner.reserveChange('bech32');
    const second = miner.reserveChange('bech32');
    expect(second.script.equals(reserved.script)).toBe(false);
    second.release();
    reserved.release();
    expect(scriptOf(miner.newChangeAddress('bech32'), node.context.params)).toEqual(reserved.script);
  });

  it('locks, unlocks and changes its passphrase', async () => {
    const wallet = await open('locked');
    const address = wallet.newAddress('legacy', '');
    const oldSeed = wallet.keychain.ring.seedId;
    wallet.encrypt('one');
    expect([wallet.keychain.ring.encrypted, wallet.keychain.ring.locked, wallet.keychain.ring.unlockedUntil]).toEqual([true, true, 0]);
    expect(wallet.keychain.ring.seedId).not.toBe(oldSeed);
    expect(await refusal(() => wallet.keychain.signing())).toBe('locked');
    expect(await refusal(() => wallet.encrypt('two'))).toBe('wrong-encryption-state');
    expect(await refusal(() => wallet.keychain.unlock('two', 10))).toBe('wrong-passphrase');
    expect(await refusal(() => miner.keychain.unlock('two', 10))).toBe('wrong-encryption-state');
    wallet.keychain.unlock('one', 100);
    const info = wallet.keychain.infoByHash(scriptOf(address, node.context.params)!.subarray(3, 23))!;
    expect(wallet.keychain.signing().privateKey(info.publicKey)?.length).toBe(32);
    wallet.keychain.changePassphrase('one', 'two');
    wallet.keychain.lock();
    expect(await refusal(() => wallet.keychain.unlock('one', 10))).toBe('wrong-passphrase');
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    try {
      wallet.keychain.unlock('two', 10);
      vi.advanceTimersByTime(9_999);
      expect(wallet.keychain.ring.locked).toBe(false);
      vi.advanceTimersByTime(1);
      expect([wallet.keychain.ring.locked, wallet.keychain.ring.unlockedUntil]).toEqual([true, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('runs out of keys while it is locked', async () => {
    const wallet = await open('small');
    wallet.encrypt('x');
    const { external } = wallet.keychain.pool.size;
    for (let i = 0; i < external; i++) wallet.newAddress('bech32', '');
    expect(await refusal(() => wallet.newAddress('bech32', ''))).toBe('keypool-ran-out');
    wallet.keychain.unlock('x', 10);
    expect(wallet.newAddress('bech32', '')).toMatch(/^cnrt1/);
  });

  it('is restored with a snapshot, and so is the list of loaded wallets', async () => {
    const payee = await open('payee');
    const address = payee.newAddress('bech32', 'kept');
    const snapshot = node.snapshot();
    await pay('', address, '1');
    await mine(1);
    const later = payee.newAddress('bech32', 'lost');
    await open('third');
    for (let round = 0; round < 2; round++) {
      node.restore(snapshot);
      expect(wallets().list()).toEqual(['', 'payee']);
      const again = wallets().get('payee')!;
      expect(again.coins.balances().trustedSat).toBe(0n);
      expect(again.ledger.size).toBe(0);
      expect(again.addressBook.get(later)).toBeUndefined();
      expect(again.newAddress('bech32', 'lost')).toBe(later);
      minerAddress = wallets().get('')!.newAddress('bech32', '');
      await mine(1);
      await pay('', address, '3');
      expect(again.coins.balances().pendingSat).toBe(3n * COIN);
    }
  });

  it('gives a transaction no time before that of earlier ones', async () => {
    const now = node.context.clock.seconds();
    const payee = await open('payee');
    await node.call('setmocktime', [now + 5000]);
    await pay('', payee.newAddress('bech32', ''), '1');
    await node.call('setmocktime', [now + 4900]);
    await mine(1, payee.newAddress('bech32', ''));
    const [first, second] = payee.ledger.all();
    expect(first!.time).toBe(now + 5000);
    expect(second!.timeReceived).toBe(now + 4900);
    expect(second!.time).toBeGreaterThanOrEqual(first!.time);
  });

  it('stays fast with thousands of transactions', async () => {
    // The fastest of several, as the machine may be busy.
    const fastest = async (work: () => Promise<unknown>): Promise<number> => {
      const durations: number[] = [];
      for (let time = 0; time < 8; time++) {
        const startMs = performance.now();
        await work();
        durations.push(performance.now() - startMs);
      }
      return Math.min(...durations);
    };
    const list = async (): Promise<void> => {
      for (let i = 0; i < 20; i++) await node.call('listtransactions', ['*', 10], { wallet: '' });
    };
    const [listMs, blocksMs] = [await fastest(list), await fastest(() => mine(10))];
    await mine(2000);
    expect(miner.ledger.size).toBe(2183);
    // What takes time for each transaction would take twelve times as long.
    expect((await fastest(list)) / listMs).toBeLessThan(5);
    expect((await fastest(() => mine(10))) / blocksMs).toBeLessThan(5);
  });
});
