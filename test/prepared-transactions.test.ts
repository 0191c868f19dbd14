import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { ProfileName, RunningNode, StartOptions, Target } from '../fixtures/targets/types.ts';
import { nodeCall, type NodeCall } from '../load/node-call.ts';
import { PreparedFileError, PrepareError } from '../load/transactions/errors.ts';
import { givePrepared } from '../load/transactions/give-prepared.ts';
import { openPrepared } from '../load/transactions/open-prepared.ts';
import { prepareTransactions } from '../load/transactions/prepare-transactions.ts';
import { preparedTxid } from '../load/transactions/sign.ts';
import { END, type SigningJob, type SigningSetup, type SigningThreadData } from '../load/transactions/signing-job.ts';
import { ThreadFlags } from '../load/transactions/thread-flags.ts';
import { transactionSigner } from '../load/transactions/transaction-signer.ts';
import type { PreparedFile, PrepareOptions, PrepareProgress } from '../load/transactions/types.ts';
import { needs } from './require.ts';
import { until } from './until.ts';

const DAY_SECONDS = 86_400;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-prepared-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const opened: Target[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((target) => target.close()));
});

interface TestNode {
  readonly running: RunningNode;
  readonly call: NodeCall;
}

/** Starts nodes of a target, which end with the test. */
async function nodesOf(ctx: TestContext, name: string): Promise<(profile?: ProfileName, options?: StartOptions) => Promise<TestNode>> {
  if (name.includes('litecoind')) await needs(ctx, 'litecoind');
  const target = await openTarget(name, { env: process.env });
  opened.push(target);
  return async (profile = 'default', options = []) => {
    const running = await target.start(profile, options);
    return { running, call: nodeCall(running.client) };
  };
}

let files = 0;
async function prepare(
  funder: TestNode,
  options: Partial<PrepareOptions> = {},
): Promise<{ file: string; prepared: PreparedFile; transactions: string[] }> {
  const file = join(folder, `${++files}.ndjson.gz`);
  await prepareTransactions({ funder: funder.running.client, count: 60, outputsPerTx: 2, seed: 7, out: file, ...options });
  const prepared = await openPrepared(options.out ?? file);
  const transactions: string[] = [];
  for await (const hex of prepared.transactions()) transactions.push(hex);
  return { file: options.out ?? file, prepared, transactions };
}

/** Sends all, mines, and expects all of them in the blocks. */
async function sendAndMine({ call }: TestNode, transactions: readonly string[], address: string): Promise<void> {
  const sent = new Set<string>();
  for (const hex of transactions) {
    const txid = await call('sendrawtransaction', [hex]);
    expect(txid).toBe(preparedTxid(hex));
    sent.add(txid);
  }
  for (const hash of await call('generatetoaddress', [2, address]))
    for (const txid of (await call('getblock', [hash, 1])).tx) sent.delete(txid);
  expect(sent).toEqual(new Set());
}

const NOBODY = '0014'.concat('11'.repeat(20));
async function someAddress({ call }: TestNode): Promise<string> {
  const [address] = (await call('decodescript', [NOBODY])).addresses ?? [];
  if (address === undefined) throw new Error('no address');
  return address;
}

describe.each(['embedded', 'process:litecoind'])('%s', (target) => {
  test('transactions prepared on a fresh node are accepted and mined by other nodes after the blocks of the file', async (ctx) => {
    const start = await nodesOf(ctx, target);
    const funder = await start();
    const steps: PrepareProgress[] = [];
    const { prepared, transactions } = await prepare(funder, { onProgress: (progress) => steps.push(progress) });
    const { header } = prepared;
    expect(header).toMatchObject({ kind: 'coin', chain: 'regtest', seed: 7, transactions: 60, outputsPerTx: 2, curve: 'secp256k1' });
    expect(header.tip.hash).toBe(await funder.call('getbestblockhash'));
    expect(header.blocks).toBe(await funder.call('getblockcount'));
    expect(await someAddress(funder)).toMatch(new RegExp(`^${header.hrp}1`));
    expect(new Set(steps.map(({ step }) => step))).toEqual(new Set(['coins', 'fan-out', 'blocks', 'signing']));
    expect(steps.at(-1)).toEqual({ step: 'signing', done: 60, total: 60, curve: 'secp256k1' });

    const [first, second] = [await start(), await start()];
    const heights: number[] = [];
    await givePrepared(prepared, [first.running.client, second.running.client], { onProgress: ({ done }) => heights.push(done) });
    expect(heights).toEqual(Array.from({ length: header.blocks }, (_, index) => index + 1));
    expect(transactions).toHaveLength(60);
    for (const hex of transactions)
      expect(await second.call('testmempoolaccept', [[hex]])).toMatchObject([{ txid: preparedTxid(hex), allowed: true }]);
    const spent = new Set<string>();
    for (const hex of transactions) {
      const { vin, vout, vsize } = await second.call('decoderawtransaction', [hex]);
      expect(vin).toHaveLength(1);
      spent.add(`${vin[0]?.txid}:${vin[0]?.vout}`);
      expect(vout).toHaveLength(2);
      expect([header.vsize, header.vsize - 1]).toContain(vsize);
    }
    expect(spent.size).toBe(60);
    await sendAndMine(first, transactions, await someAddress(first));
    // A node that has the blocks, and more of its own above, is left as it is.
    const tip = await first.call('getbestblockhash');
    await givePrepared(prepared, [first.running.client]);
    expect(await first.call('getbestblockhash')).toBe(tip);
  });

  test('a node that has some of the blocks receives the others', async (ctx) => {
    const start = await nodesOf(ctx, target);
    const { prepared } = await prepare(await start());
    const node = await start();
    for await (const { height, hex } of prepared.blocks()) if (height <= 20) await node.call('submitblock', [hex]);
    await givePrepared(prepared, [node.running.client]);
    expect(await node.call('getbestblockhash')).toBe(prepared.header.tip.hash);
  });

  test('transactions of 250 outputs, whose coins need several blocks, are standard', async (ctx) => {
    const start = await nodesOf(ctx, target);
    const funder = await start();
    // Two coinbases and two fan-outs.
    const { prepared, transactions } = await prepare(funder, {
      count: 7_000,
      outputsPerTx: 250,
      out: join(folder, `${target.slice(-5)}.ndjson`),
    });
    expect(prepared.header.blocks).toBeGreaterThan(102);
    const sample = [...transactions.slice(0, 3), ...transactions.slice(3_214, 3_218), ...transactions.slice(-3)];
    await sendAndMine(funder, sample, await someAddress(funder));
  });

  test('the same seed gives the same transactions, another seed others', async (ctx) => {
    const start = await nodesOf(ctx, target);
    const first = await prepare(await start());
    expect((await prepare(await start(), { jobs: 3 })).transactions).toEqual(first.transactions);
    const others = (await prepare(await start(), { seed: 8 })).transactions;
    expect(others.filter((hex) => first.transactions.includes(hex))).toEqual([]);
  });

  test('on a node that is not fresh coins are mined; another node cannot use the file', async (ctx) => {
    const start = await nodesOf(ctx, target);
    const funder = await start();
    await funder.call('generatetoaddress', [3, await someAddress(funder)]);
    const { prepared, transactions } = await prepare(funder);
    expect(prepared.header).toMatchObject({ blocks: 0, tip: { hash: await funder.call('getbestblockhash') } });
    await givePrepared(prepared, [funder.running.client]);
    await sendAndMine(funder, transactions, await someAddress(funder));
    const refused = givePrepared(prepared, [(await start()).running.client]);
    await expect(refused).rejects.toBeInstanceOf(PreparedFileError);
    await expect(refused).rejects.toThrow('the file contains no blocks; connect the node to the one that they were prepared on');
  });

  test('on a node that is not fresh a wallet pays where it can', async (ctx) => {
    const start = await nodesOf(ctx, target);
    const funder = await start();
    if (!(await funder.call('listwallets')).includes('')) await funder.call('createwallet', ['']);
    await funder.call('generatetoaddress', [101, await funder.call('getnewaddress')]);
    const { prepared, transactions } = await prepare(funder);
    // The payment, the root and the fan-out, without blocks to mature.
    expect(prepared.header).toMatchObject({ blocks: 0, tip: { height: 104 } });
    await sendAndMine(funder, transactions, await someAddress(funder));
  });

  test('a node with a block of its own is refused, with a remedy', async (ctx) => {
    const start = await nodesOf(ctx, target);
    const { prepared } = await prepare(await start());
    const other = await start();
    await other.call('generatetoaddress', [1, await someAddress(other)]);
    const refused = givePrepared(prepared, [other.running.client]);
    await expect(refused).rejects.toBeInstanceOf(PreparedFileError);
    await expect(refused).rejects.toThrow(/are not for the chain of the node at http.*its block at height 1 is .*; use fresh nodes/);
  });

  test('blocks of three days ago leave no node in its initial download: what is sent to one reaches the other', async (ctx) => {
    const start = await nodesOf(ctx, target);
    const { prepared, transactions } = await prepare(await start());
    const [first, second] = [await start('peers'), await start('peers')];
    for (const { call } of [first, second]) await call('setmocktime', [Math.floor(Date.now() / 1000) + 3 * DAY_SECONDS]);
    await first.call('addnode', [second.running.peerAddress ?? '', 'onetry']);
    await until('the nodes are connected', async () => (await first.call('getpeerinfo')).length > 0);
    await givePrepared(prepared, [first.running.client, second.running.client]);
    for (const { call } of [first, second])
      expect(await call('getblockchaininfo')).toMatchObject({ blocks: prepared.header.blocks + 1, initialblockdownload: false });
    const txid = await first.call('sendrawtransaction', [transactions[0]!]);
    let seconds = 3 * DAY_SECONDS;
    await until('the transaction arrives', async () => {
      // Nodes announce transactions after a while by their own clock, which stands still.
      for (const { call } of [first, second]) await call('setmocktime', [Math.floor(Date.now() / 1000) + (seconds += 10)]);
      return (await second.call('getrawmempool')).includes(txid);
    });
  });

  test('a damaged block is rejected, and the error names the node and the block', async (ctx) => {
    const start = await nodesOf(ctx, target);
    const { prepared } = await prepare(await start());
    const damaged: PreparedFile = {
      ...prepared,
      async *blocks() {
        // The last byte of the merkle root.
        for await (const block of prepared.blocks())
          yield block.height === 5
            ? { ...block, hex: `${block.hex.slice(0, 134)}${block.hex.slice(134, 136) === '00' ? '01' : '00'}${block.hex.slice(136)}` }
            : block;
      },
    };
    const refused = givePrepared(damaged, [(await start()).running.client]);
    await expect(refused).rejects.toBeInstanceOf(PrepareError);
    await expect(refused).rejects.toThrow(/the node at http\S+ rejected block 5 of the prepared file: submitblock returned "/);
  });
});

test('a node that does not accept the transactions is reported before any is signed', async (ctx) => {
  const start = await nodesOf(ctx, 'process:litecoind');
  // Dust are 4,900 satoshis then: less than a coin, and more than an output.
  const preparing = prepare(await start('default', ['-dustrelayfee=0.0005']));
  await expect(preparing).rejects.toBeInstanceOf(PrepareError);
  await expect(preparing).rejects.toThrow(/the node does not accept the transactions: .*"reject-reason":"dust".*; raise the fee rate/);
});

test('a file of one kind of node is refused by another kind', async (ctx) => {
  const { prepared } = await prepare(await (await nodesOf(ctx, 'embedded'))());
  const other = await (await nodesOf(ctx, 'process:litecoind'))();
  await expect(givePrepared(prepared, [other.running.client])).rejects.toThrow('its chain is another regtest');
});

test('without the native curve the same transactions are signed, and header and progress name the curve', async (ctx) => {
  const start = await nodesOf(ctx, 'embedded');
  const named = new Set<string>();
  const { prepared, transactions } = await prepare(await start(), { curve: 'noble', onProgress: ({ curve }) => named.add(curve) });
  expect(prepared.header.curve).toBe('noble');
  expect(named).toEqual(new Set(['noble']));
  expect(transactions).toEqual((await prepare(await start())).transactions);
});

test('a preparation that is interrupted leaves no file, and ends with the reason', async (ctx) => {
  const start = await nodesOf(ctx, 'embedded');
  for (const step of ['coins', 'signing'] as const) {
    const interruption = new AbortController();
    const out = join(mkdtempSync(join(folder, 'interrupted-')), 'transactions.ndjson');
    const preparing = prepare(await start(), {
      out,
      count: 20_000,
      signal: interruption.signal,
      onProgress: (progress) => progress.step === step && interruption.abort(new Error('enough')),
    });
    await expect(preparing).rejects.toThrow('enough');
    expect(readdirSync(join(out, '..'))).toEqual([]);
  }
});

test('a preparation that is killed leaves no file under its name', async (ctx) => {
  const { running } = await (await nodesOf(ctx, 'embedded'))();
  const out = join(mkdtempSync(join(folder, 'killed-')), 'transactions.ndjson');
  const program = `
    import { createClient } from '${pathToFileURL(join(import.meta.dirname, '../client/http-client.ts'))}';
    import { prepareTransactions } from '${pathToFileURL(join(import.meta.dirname, '../load/transactions/prepare-transactions.ts'))}';
    const { ADDRESS: address, USER: user, PASSWORD: password, OUT: out } = process.env;
    const funder = createClient({ address, credentials: { user, password } });
    await prepareTransactions({ funder, count: 200_000, outputsPerTx: 1, seed: 1, out, onProgress: ({ step, done }) => step === 'signing' && console.log(done) });
  `;
  const file = join(folder, 'preparation.mts');
  writeFileSync(file, program);
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      ADDRESS: running.client.address,
      USER: running.credentials?.user,
      PASSWORD: running.credentials?.password,
      OUT: out,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  const [left = ''] = readdirSync(join(out, '..'));
  expect(left).toMatch(/^transactions\.ndjson\.\d+\.partial$/);
  // Nor is it taken for whole under another name.
  const renamed = join(folder, 'renamed.ndjson');
  copyFileSync(join(out, '..', left), renamed);
  const reading = async (): Promise<void> => {
    for await (const _hex of (await openPrepared(renamed)).transactions());
  };
  await expect(reading()).rejects.toThrow('is cut off');
});

test('the bundled signing thread signs as the sources do', async () => {
  const setup: SigningSetup = { seed: 1, curve: 'secp256k1', outputsPerTx: 3, outputSat: 3_000n, coinSat: 9_400n };
  const job: SigningJob = { txid: Buffer.alloc(32, 1), firstVout: 4, first: 70, count: 50 };
  const workerData: SigningThreadData = { setup, flags: ThreadFlags.create().shared };
  const worker = new Worker(join(import.meta.dirname, '../dist/signing-worker.mjs'), { workerData });
  try {
    worker.postMessage(job, []);
    const [lines] = (await once(worker, 'message')) as [Uint8Array];
    expect(Buffer.from(lines)).toEqual(transactionSigner(setup, () => false)(job));
  } finally {
    const ended = once(worker, 'exit');
    worker.postMessage(END, []);
    expect(await ended).toEqual([0]);
  }
});

test('a file that cannot be written, and numbers out of range, are refused before anything is mined', async (ctx) => {
  const funder = await (await nodesOf(ctx, 'embedded'))();
  await expect(prepare(funder, { out: join(folder, 'no-such-folder', 'x.ndjson') })).rejects.toThrow(/no-such-folder/);
  await expect(prepare(funder, { outputsPerTx: 251 })).rejects.toBeInstanceOf(PrepareError);
  await expect(prepare(funder, { jobs: 0 })).rejects.toBeInstanceOf(PrepareError);
  expect(await funder.call('getblockcount')).toBe(0);
});
