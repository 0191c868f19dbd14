import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataScript } from '../assets/data-output.ts';
import { guidOf } from '../assets/guid.ts';
import { ASSET_COST_SAT } from '../assets/limits.ts';
import { emptyFields } from '../assets/testing/asset-transactions.ts';
import { type Payload, serviceVersion } from '../assets/types.ts';
import { runNode, type RunningNode } from '../node.ts';
import { COIN } from '../primitives/amount.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import type { Outpoint, Transaction, TxInput, TxOutput } from '../primitives/types.ts';
import { scriptOf } from '../script/addresses.ts';
import { SIGHASH_ALL } from '../script/sighash-types.ts';
import { p2wpkh } from '../script/standard.ts';
import { bumpFee } from './spend/bump-fee.ts';
import { fundTransaction } from './spend/fund-transaction.ts';
import { payFromWallet, walletOutput } from './spend/pay.ts';
import { signTransaction } from './spend/sign-transaction.ts';
import type { Wallet } from './wallet.ts';

const fee = { estimateMode: 'UNSET' } as const;
const foreignScript = p2wpkh(Buffer.alloc(20, 9));
const request = { change: {}, fee, feeBearers: new Set<number>(), replaceable: true, includeWatchOnly: false, lockUnspents: false };
const inputOf = ({ txid, vout }: Outpoint): TxInput => ({ txid, vout, scriptSig: Buffer.alloc(0), sequence: 0xfffffffd, witness: [] });

let node: RunningNode;
let wallet: Wallet;
let guid: number;
/** The outputs with the ownership and with 500 and 250 units, all of the wallet. */
let owner: Outpoint;
let held: readonly Outpoint[];

const ownScript = (): Buffer => scriptOf(wallet.newAddress('bech32', ''), node.context.params)!;
const mine = (blocks = 1): void => void node.context.miner.mine(blocks, foreignScript, { maxTries: 1_000_000 });

/** Funds, signs and sends a transaction with service data, to own addresses; the data output is the last before the change. */
function send(payload: Payload, inputs: readonly Outpoint[], valuesSat: readonly bigint[], dataSat = 0n): Transaction {
  const outputs: TxOutput[] = [
    ...valuesSat.map((valueSat) => ({ valueSat, scriptPubKey: ownScript() })),
    { valueSat: dataSat, scriptPubKey: dataScript(payload) },
  ];
  const parts = { version: payload.version, locktime: 0, inputs: inputs.map(inputOf), outputs };
  const { transaction, changePosition } = fundTransaction(parts, request, wallet, node.context);
  expect(changePosition).toBe(outputs.length);
  const signed = signTransaction(transaction, (outpoint) => walletOutput(wallet, outpoint), {
    provider: wallet.keychain.signing(),
    sighashType: SIGHASH_ALL,
    curve: node.context.curve,
  });
  const made = makeTransaction(signed.transaction);
  wallet.commit(made);
  expect(node.context.mempool.has(made.txid)).toBe(true);
  return made;
}

beforeEach(async () => {
  node = await runNode();
  ({ wallet } = await node.context.wallets.create('purse', { disablePrivateKeys: false }));
  node.context.miner.mine(106, ownScript(), { maxTries: 1_000_000 });
  const first = wallet.coins.list()[0]!;
  guid = guidOf(first);
  const created = send(
    {
      version: serviceVersion.assetNew,
      allocations: [{ guid, outputs: [{ n: 0, amount: 0n }] }],
      symbol: 'GOLD',
      precision: 2,
      ...emptyFields,
    },
    [first],
    [COIN],
    ASSET_COST_SAT,
  );
  mine();
  const outputs = [0n, 500n, 250n].map((amount, n) => ({ n, amount }));
  const issued = send(
    { version: serviceVersion.assetSend, allocations: [{ guid, outputs }] },
    [{ txid: created.txid, vout: 0 }],
    [COIN, COIN, COIN],
  );
  mine();
  owner = { txid: issued.txid, vout: 0 };
  held = [1, 2].map((vout) => ({ txid: issued.txid, vout }));
});

afterEach(() => node.stop());

describe('outputs of a wallet that carry assets', () => {
  it('are known with what they carry, and are not among the ordinary coins or in the balance', async () => {
    const found = wallet.coins.list({ onlyAssets: true });
    expect(new Map(found.map(({ vout, asset }) => [vout, asset]))).toEqual(
      new Map([
        [0, { guid, amount: 0n }],
        [1, { guid, amount: 500n }],
        [2, { guid, amount: 250n }],
      ]),
    );
    const ordinary = wallet.coins.list();
    expect(ordinary.some(({ asset }) => asset !== undefined)).toBe(false);
    const sum = ordinary.reduce((total, { valueSat }) => total + valueSat, 0n);
    expect(wallet.coins.balances().trustedSat).toBe(sum);
    expect(await node.call('listunspent', [], { wallet: 'purse' })).toHaveLength(ordinary.length);
  });

  it('are left alone by a payment of the whole balance', () => {
    const { trustedSat } = wallet.coins.balances();
    const sweep = payFromWallet(
      { payments: [{ valueSat: trustedSat, scriptPubKey: foreignScript, bearsFee: true }], fee, replaceable: undefined },
      wallet,
      node.context,
    );
    expect(wallet.coins.list()).toEqual([]);
    const payments = [{ valueSat: COIN / 2n, scriptPubKey: foreignScript, bearsFee: false }];
    expect(() => payFromWallet({ payments, fee, replaceable: undefined }, wallet, node.context)).toThrow('Insufficient funds');
    mine();
    expect(node.context.chain.coin({ txid: sweep.txid, vout: 0 })).toBeDefined();
    for (const outpoint of [owner, ...held]) expect(node.context.chain.coin(outpoint)?.asset?.guid).toBe(guid);
  });

  it('are refused as inputs of an ordinary transaction that is to be funded, and by the memory pool', async () => {
    const outputs = [{ valueSat: COIN / 2n, scriptPubKey: foreignScript }];
    const ordinary = { version: 2, locktime: 0, inputs: [inputOf(held[0]!)], outputs };
    expect(() => fundTransaction(ordinary, request, wallet, node.context)).toThrow(`The output ${held[0]!.txid}:1 carries an asset`);
    const { hex } = await node.call('signrawtransactionwithwallet', [makeTransaction(ordinary).bytes.toString('hex')], { wallet: 'purse' });
    await expect(node.call('sendrawtransaction', [hex])).rejects.toMatchObject({
      code: -26,
      message: expect.stringContaining('bad-asset-input'),
    });
  });

  it('are spent by a transfer, whose fee can be raised without a change to what it carries', () => {
    const transfer = send({ version: serviceVersion.allocationSend, allocations: [{ guid, outputs: [{ n: 0, amount: 750n }] }] }, held, [
      COIN,
    ]);
    const { transaction } = bumpFee({ txid: transfer.txid, totalFeeSat: undefined, fee, replaceable: true }, wallet, node.context);
    expect(node.context.mempool.has(transaction.txid)).toBe(true);
    mine();
    expect(node.context.chain.coin({ txid: transaction.txid, vout: 0 })).toMatchObject({ valueSat: COIN, asset: { guid, amount: 750n } });
  });

  it('the change of a transaction with service data stays behind the outputs to which the data refer', () => {
    const payload: Payload = { version: serviceVersion.coinBurn };
    const parts = { version: 129, locktime: 0, inputs: [], outputs: [{ valueSat: COIN, scriptPubKey: dataScript(payload) }] };
    expect(() => fundTransaction(parts, { ...request, change: { position: 0 } }, wallet, node.context)).toThrow('must be its last output');
  });
});
