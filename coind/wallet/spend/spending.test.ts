import { randomInt } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { embeddedOptions } from '../../options/default-options.ts';
import { runNode, type RunningNode } from '../../node.ts';
import type { NodeOptions } from '../../options/node-options.ts';
import type { Outpoint, Transaction, TxInput, TxParts } from '../../primitives/types.ts';

import { scriptOf } from '../../script/addresses.ts';
import { buildScript } from '../../script/script.ts';
import { p2pkh, p2wpkh } from '../../script/standard.ts';
import type { AddressType } from '../types.ts';
import type { Wallet } from '../wallet.ts';
import { bumpFee } from './bump-fee.ts';
import { fundTransaction, type FundingRequest } from './fund-transaction.ts';
import { FundingError } from './funding-error.ts';
import type { WalletError } from '../wallet-error.ts';
import { payFromWallet, type PaymentRequest } from './pay.ts';

const COIN = 100_000_000n;
const nodes: RunningNode[] = [];

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});

interface TestWallet {
  readonly node: RunningNode;
  readonly wallet: Wallet;
  mine(blocks?: number): void;
  /** Pays the wallet these amounts, confirmed, to addresses of these types in turn. Returns the outpoints. */
  receive(amounts: readonly bigint[], types?: readonly AddressType[]): Outpoint[];
  pay(request: Partial<PaymentRequest>): Transaction;
}

const options = (wallet: Partial<NodeOptions['wallet']>): NodeOptions['wallet'] => ({
  ...embeddedOptions.wallet,
  keypool: 20,
  ...wallet,
});

const foreignScript = p2wpkh(Buffer.alloc(20, 9));
const noFee = { estimateMode: 'UNSET' } as const;

/** An empty wallet, on a node whose other wallet has coins. */
async function emptyWallet(walletOptions: Partial<NodeOptions['wallet']> = {}): Promise<TestWallet> {
  const node = await runNode({ wallet: options(walletOptions) });
  nodes.push(node);
  const { context } = node;
  const { wallet: payer } = await context.wallets.create('payer', { disablePrivateKeys: false });
  const { wallet } = await context.wallets.create('purse', { disablePrivateKeys: false });
  const payerScript = scriptOf(payer.newAddress('bech32', ''), context.params)!;
  context.miner.mine(101, payerScript, { maxTries: 1_000_000 });
  const mine = (blocks = 1): void => void context.miner.mine(blocks, payerScript, { maxTries: 1_000_000 });
  const pay = (from: Wallet, request: Partial<PaymentRequest>): Transaction =>
    payFromWallet({ payments: [], fee: noFee, replaceable: undefined, ...request }, from, context);
  return {
    node,
    wallet,
    mine,
    receive(amounts, types = ['bech32']) {
      const payments = amounts.map((valueSat, index) => ({
        valueSat,
        bearsFee: false,
        scriptPubKey: scriptOf(wallet.newAddress(types[index % types.length]!, ''), context.params)!,
      }));
      const { txid, outputs } = pay(payer, { payments });
      mine();
      return payments.map(({ scriptPubKey }) => ({ txid, vout: outputs.findIndex((output) => output.scriptPubKey.equals(scriptPubKey)) }));
    },
    pay: (request) => pay(wallet, request),
  };
}

const payment = (valueSat: bigint, bearsFee = false, scriptPubKey = foreignScript) => ({ valueSat, bearsFee, scriptPubKey });
const heldBy = ({ wallet }: TestWallet, inputs: readonly TxInput[]): bigint =>
  inputs.reduce((sum, { txid, vout }) => sum + wallet.ledger.get(txid)!.transaction.outputs[vout]!.valueSat, 0n);
const paidBy = ({ outputs }: TxParts): bigint => outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
const feeOf = (own: TestWallet, transaction: Transaction): bigint => heldBy(own, transaction.inputs) - paidBy(transaction);
const place = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;

/** Signatures may be a byte or two shorter than estimated, so the fee may be slightly above the rate, and never below. */
function expectRate(own: TestWallet, transaction: Transaction, rate: bigint): void {
  const dueSat = (rate * BigInt(transaction.vsize)) / 1000n;
  const feeSat = feeOf(own, transaction);
  expect(feeSat).toBeGreaterThanOrEqual(dueSat);
  expect(feeSat).toBeLessThanOrEqual(dueSat + (rate * BigInt(2 * transaction.inputs.length)) / 1000n);
}

describe('payFromWallet', () => {
  it('pays the requested amounts at the requested rate, from coins of all types, and the mempool accepts it', async () => {
    const own = await emptyWallet();
    own.receive(
      Array.from({ length: 24 }, () => BigInt(randomInt(1_000_000, 60_000_000))),
      ['legacy', 'p2sh-segwit', 'bech32'],
    );
    for (let round = 0; round < 8; round++) {
      const [amountSat, rate] = [BigInt(randomInt(100_000, 70_000_000)), BigInt(randomInt(1_000, 200_000))];
      const transaction = own.pay({ payments: [payment(amountSat)], fee: { ...noFee, feeRate: rate } });
      expect(own.node.context.mempool.has(transaction.txid)).toBe(true);
      expect(transaction.outputs.filter(({ scriptPubKey }) => scriptPubKey.equals(foreignScript)).map(({ valueSat }) => valueSat)).toEqual([
        amountSat,
      ]);
      // Without change the fee may be more.
      if (transaction.outputs.length > 1) expectRate(own, transaction, rate);
      else expect(feeOf(own, transaction)).toBeGreaterThanOrEqual((rate * BigInt(transaction.vsize)) / 1000n);
      own.mine();
    }
  });

  it('divides the fee equally among the recipients, with the remainder for the first', async () => {
    const own = await emptyWallet();
    own.receive([2n * COIN]);
    const scripts = [1, 2, 3].map((n) => p2pkh(Buffer.alloc(20, n)));
    const payments = scripts.map((script, index) => payment(10_000_000n, index !== 1, script));
    const transaction = own.pay({ payments, fee: { ...noFee, feeRate: 33_337n } });
    const paid = scripts.map((script) => transaction.outputs.find(({ scriptPubKey }) => scriptPubKey.equals(script))!.valueSat);
    const feeSat = feeOf(own, transaction);
    expect(paid).toEqual([10_000_000n - feeSat / 2n - (feeSat % 2n), 10_000_000n, 10_000_000n - feeSat / 2n]);
    expectRate(own, transaction, 33_337n);
  });

  it('empties the wallet when the recipient pays the fee', async () => {
    const own = await emptyWallet();
    own.receive([COIN, 2n * COIN, COIN / 2n], ['legacy', 'p2sh-segwit', 'bech32']);
    const transaction = own.pay({ payments: [payment((35n * COIN) / 10n, true)] });
    expect(transaction.inputs).toHaveLength(3);
    expect(transaction.outputs).toHaveLength(1);
    expect(own.wallet.coins.balances().trustedSat).toBe(0n);
    expectRate(own, transaction, 20_000n);
  });

  it('makes no change if a set of coins matches, and adds an excess that is too small for change to the fee', async () => {
    const own = await emptyWallet();
    const [match] = own.receive([10_001_500n, 30_000_000n, 50_000_000n]);
    // One input and one output: 110 vbytes; 1,100 satoshis at this rate.
    const exact = own.pay({ payments: [payment(10_000_000n)], fee: { ...noFee, feeRate: 10_000n } });
    expect(exact.inputs.map(place)).toEqual([place(match!)]);
    expect(exact.outputs).toHaveLength(1);
    expect(feeOf(own, exact)).toBe(1_500n);
  });

  it('reports why it cannot pay, and then uses no change key', async () => {
    const own = await emptyWallet();
    own.receive([COIN]);
    const before = own.wallet.keychain.pool.size.internal;
    const refused = (request: Partial<PaymentRequest>): string => {
      try {
        own.pay(request);
      } catch (error) {
        expect(error).toBeInstanceOf(FundingError);
        return (error as FundingError).message;
      }
      throw new Error('it was paid');
    };
    expect(refused({ payments: [] })).toBe('Transaction must have at least one recipient');
    expect(refused({ payments: [payment(1n)] })).toBe('Transaction amount too small');
    expect(refused({ payments: [payment(COIN)] })).toBe('Insufficient funds');
    expect(refused({ payments: [payment(3_000n, true)], fee: { ...noFee, feeRate: 100_000n } })).toBe(
      'The transaction amount is too small to pay the fee',
    );
    expect(refused({ payments: [payment(4_000n, true)] })).toBe(
      'The transaction amount is too small to send after the fee has been deducted',
    );
    expect(refused({ payments: [payment(COIN / 2n)], fee: { ...noFee, feeRate: COIN } })).toBe(
      'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    );
    expect(own.wallet.keychain.pool.size.internal).toBe(before);
    own.node.context.wallets.get('purse')!.lockedCoins.add(own.wallet.coins.list()[0]!);
    expect(refused({ payments: [payment(10_000n)] })).toBe('Insufficient funds');
  });

  it('spends confirmed coins before its own unconfirmed change', async () => {
    const own = await emptyWallet();
    const coins = own.receive([COIN, COIN]);
    const first = own.pay({ payments: [payment(1_000_000n)] });
    const second = own.pay({ payments: [payment(1_000_000n)] });
    expect([first, second].flatMap(({ inputs }) => inputs.map(place)).sort()).toEqual(coins.map(place).sort());
    // Then chains, up to the limit of the mempool.
    const chained = Array.from({ length: 48 }, () => own.pay({ payments: [payment(1_000_000n)] }));
    expect(chained.every(({ txid }) => own.node.context.mempool.has(txid))).toBe(true);
  });

  it('spends no unconfirmed coins with -spendzeroconfchange=0', async () => {
    const own = await emptyWallet({ spendZeroConfChange: false });
    own.receive([COIN]);
    own.pay({ payments: [payment(1_000_000n)] });
    expect(() => own.pay({ payments: [payment(1_000_000n)] })).toThrow('Insufficient funds');
    own.mine();
    expect(own.pay({ payments: [payment(1_000_000n)] }).inputs).toHaveLength(1);
  });

  it('needs a rate if there is neither an estimate nor a fallback', async () => {
    const own = await emptyWallet({ fallbackFeeRate: 0n, payFeeRate: 5_000n });
    own.receive([COIN]);
    own.wallet.payFeeRate = 0n;
    expect(() => own.pay({ payments: [payment(1_000_000n)] })).toThrow('Fallbackfee is disabled');
    own.wallet.payFeeRate = 7_000n;
    expectRate(own, own.pay({ payments: [payment(1_000_000n)] }), 7_000n);
    // A target requests an estimate, regardless of the wallet's rate.
    expect(() => own.pay({ payments: [payment(1_000_000n)], fee: { ...noFee, confTarget: 3 } })).toThrow('Fallbackfee is disabled');
  });

  it('gives change the type of the payments, or that of -changetype', async () => {
    const changeOf = async (wallet: Partial<NodeOptions['wallet']>, to: Buffer): Promise<number> => {
      const own = await emptyWallet(wallet);
      own.receive([COIN]);
      const change = own.pay({ payments: [payment(1_000_000n, false, to)] }).outputs.find(({ scriptPubKey }) => !scriptPubKey.equals(to))!;
      expect(own.wallet.isChange(change.scriptPubKey)).toBe(true);
      return change.scriptPubKey[0]!;
    };
    const [legacy, wrapped, bech32] = [0x76, 0xa9, 0x00];
    expect(await changeOf({ addressType: 'p2sh-segwit' }, p2pkh(Buffer.alloc(20)))).toBe(wrapped);
    expect(await changeOf({ addressType: 'p2sh-segwit' }, foreignScript)).toBe(bech32);
    expect(await changeOf({ addressType: 'legacy' }, foreignScript)).toBe(legacy);
    expect(await changeOf({ changeType: 'legacy' }, foreignScript)).toBe(legacy);
  });
});

describe('fundTransaction', () => {
  const unfunded = (outputs: TxParts['outputs'], inputs: readonly Outpoint[] = []): TxParts => ({
    version: 2,
    locktime: 42,
    outputs,
    inputs: inputs.map(({ txid, vout }) => ({ txid, vout, scriptSig: Buffer.alloc(0), sequence: 7, witness: [] })),
  });
  const request: FundingRequest = {
    change: {},
    fee: noFee,
    feeBearers: new Set(),
    replaceable: undefined,
    includeWatchOnly: false,
    lockUnspents: false,
  };

  it('adds no inputs if the existing ones suffice, and otherwise the missing ones after them', async () => {
    const own = await emptyWallet();
    const [first, second] = own.receive([COIN, COIN]) as [Outpoint, Outpoint];
    const fund = (valueSat: bigint) => fundTransaction(unfunded([payment(valueSat)], [second]), request, own.wallet, own.node.context);
    const enough = fund(COIN / 2n);
    expect(enough.transaction.inputs.map(place)).toEqual([place(second)]);
    expect(enough.changePosition).toBeGreaterThanOrEqual(0);
    const more = fund(COIN);
    expect(more.transaction.inputs.map(place)).toEqual([second, first].map(place));
    expect(more.transaction.inputs.map(({ sequence }) => sequence)).toEqual([7, 0xfffffffe]);
    expect(more.transaction).toMatchObject({ version: 2, locktime: 42 });
    expect(heldBy(own, more.transaction.inputs) - paidBy(more.transaction)).toBe(more.feeSat);
    expect(() => fund(2n * COIN)).toThrow('Insufficient funds');
  });

  it('makes no change if the inputs cover exactly outputs and fee', async () => {
    const own = await emptyWallet();
    const [coin] = own.receive([COIN]) as [Outpoint];
    const fund = (valueSat: bigint) =>
      fundTransaction(
        unfunded([payment(valueSat)], [coin]),
        { ...request, fee: { ...noFee, feeRate: 10_000n } },
        own.wallet,
        own.node.context,
      );
    const feeSat = fund(COIN - 1_500n).feeSat;
    expect(feeSat).toBe(1_500n);
    expect(fund(COIN - 1_100n)).toMatchObject({ feeSat: 1_100n, changePosition: -1 });
    expect(() => fund(COIN - 1_099n)).toThrow('Insufficient funds');
  });

  it('puts the change at the requested index, and locks the spent outputs', async () => {
    const own = await emptyWallet();
    own.receive([COIN, COIN, COIN]);
    const script = buildScript([Buffer.alloc(32, 3)]);
    const outputs = [payment(1_000_000n), payment(2_000_000n)];
    for (const position of [0, 1, 2]) {
      const change = { script: p2pkh(Buffer.alloc(20, 4)), position };
      const funded = fundTransaction(unfunded(outputs), { ...request, change, lockUnspents: true }, own.wallet, own.node.context);
      expect(funded.changePosition).toBe(position);
      expect(funded.transaction.outputs[position]?.scriptPubKey).toEqual(change.script);
      for (const input of funded.transaction.inputs) expect(own.wallet.lockedCoins.has(input)).toBe(true);
    }
    expect(own.wallet.lockedCoins.all()).toHaveLength(3);
    expect(() => fundTransaction(unfunded([{ valueSat: 0n, scriptPubKey: script }]), request, own.wallet, own.node.context)).toThrow(
      FundingError,
    );
  });

  it('requires the previous transactions of existing inputs to be in the wallet', async () => {
    const own = await emptyWallet();
    own.receive([COIN]);
    const foreign = { txid: 'ee'.repeat(32), vout: 0 };
    expect(() => fundTransaction(unfunded([payment(1_000_000n)], [foreign]), request, own.wallet, own.node.context)).toThrow(
      'Insufficient funds',
    );
  });
});

describe('bumpFee', () => {
  const bump = (own: TestWallet, txid: string, more: Partial<Parameters<typeof bumpFee>[0]> = {}) =>
    bumpFee({ txid, totalFeeSat: undefined, fee: noFee, replaceable: true, ...more }, own.wallet, own.node.context);

  it('takes the higher fee from the change, repeatedly, and the mempool replaces the transaction', async () => {
    const own = await emptyWallet();
    own.receive([COIN, COIN], ['legacy', 'bech32']);
    let current = own.pay({ payments: [payment((15n * COIN) / 10n)], replaceable: true, comment: 'remark' });
    for (let round = 0; round < 4; round++) {
      const before = feeOf(own, current);
      const { transaction, oldFeeSat, newFeeSat } = bump(own, current.txid);
      expect(oldFeeSat).toBe(before);
      expect(feeOf(own, transaction)).toBe(newFeeSat);
      expect(transaction.inputs.map(place)).toEqual(current.inputs.map(place));
      expect(transaction.outputs.filter(({ scriptPubKey }) => scriptPubKey.equals(foreignScript))).toHaveLength(1);
      expect(own.node.context.mempool.has(transaction.txid)).toBe(true);
      expect(own.node.context.mempool.has(current.txid)).toBe(false);
      expect(own.wallet.ledger.get(transaction.txid)).toMatchObject({ replaces: current.txid, comment: 'remark' });
      expect(own.wallet.ledger.get(current.txid)).toMatchObject({ replacedBy: transaction.txid });
      current = transaction;
    }
  });

  it('pays the requested total fee, and drops change that becomes dust', async () => {
    const own = await emptyWallet();
    own.receive([COIN, COIN]);
    const first = own.pay({ payments: [payment(COIN / 2n)], replaceable: true });
    expect(bump(own, first.txid, { totalFeeSat: 77_777n }).newFeeSat).toBe(77_777n);
    const small = await emptyWallet();
    small.receive([COIN]);
    const tight = small.pay({ payments: [payment(COIN - 300_000n)], replaceable: true });
    expect(tight.outputs).toHaveLength(2);
    const { transaction, newFeeSat } = bump(small, tight.txid, { totalFeeSat: 299_900n });
    expect(transaction.outputs.map(({ valueSat }) => valueSat)).toEqual([COIN - 300_000n]);
    expect(newFeeSat).toBe(300_000n);
  });

  it('refuses as the documents require', async () => {
    const own = await emptyWallet();
    own.receive([COIN, COIN, COIN, COIN]);
    const reason = (txid: string, more: Partial<Parameters<typeof bumpFee>[0]> = {}): string => {
      try {
        bump(own, txid, more);
      } catch (error) {
        return (error as WalletError).reason;
      }
      throw new Error('it was bumped');
    };
    expect(reason('00'.repeat(32))).toBe('invalid-key-or-transaction');
    const final = own.pay({ payments: [payment(1_000_000n)], replaceable: false });
    expect(reason(final.txid)).toBe('refused');
    const whole = own.pay({ payments: [payment(COIN, true)], replaceable: true });
    expect(whole.outputs).toHaveLength(1);
    expect(reason(whole.txid)).toBe('refused');
    own.mine();
    const replaceable = own.pay({ payments: [payment(1_000_000n)], replaceable: true });
    expect(reason(replaceable.txid, { totalFeeSat: feeOf(own, replaceable) + 1n })).toBe('invalid-request');
    expect(reason(replaceable.txid, { totalFeeSat: COIN })).toBe('refused');
    const bumped = bump(own, replaceable.txid, { replaceable: false }).transaction;
    expect(bumped.inputs.every(({ sequence }) => sequence === 0xfffffffe)).toBe(true);
    expect(reason(replaceable.txid)).toBe('refused');
    expect(reason(bumped.txid)).toBe('refused');
    own.mine();
    expect(reason(bumped.txid)).toBe('refused');
  });

  it('refuses if the wallet has spent the change', async () => {
    const own = await emptyWallet();
    own.receive([COIN]);
    const parent = own.pay({ payments: [payment(1_000_000n)], replaceable: true });
    own.pay({ payments: [payment(1_000_000n)], replaceable: true });
    expect(() => bump(own, parent.txid)).toThrow('descendants in the wallet');
  });
});
