import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallOptions, Params, Reply } from '../client/types.ts';
import { stringify } from '../client/wire-json.ts';
import { ChainGuard } from '../engine/chain-guard.ts';
import { Session } from '../engine/session.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import type { ProfileName, RunningNode, StartOptions, Target } from '../fixtures/targets/types.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { Random } from '../fixtures/world/random.ts';
import { Secrets } from '../client/mask.ts';
import { neutralNames } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import type { Wire } from '../specs/model/wire.ts';
import { methodsInHelp } from './support/methods-in-help.ts';
import { RandomCalls, type RandomCall } from './support/random-calls.ts';
import { Readings } from './support/readings.ts';

const SEED = Number(process.env['PYX_SEED'] ?? 30_000);
/** Sequences of calls between a snapshot and its restore, and their maximum length. */
const SEQUENCES = 12;
const MAX_CALLS = 60;
/** Random calls to choose from, so that a failing sequence can be shortened. */
const RANDOM_CALLS = 600;
const LONG_MS = 600_000;

/** Methods that end the node, and that wait for a block. */
const notSent = new Set(['stop', 'encryptwallet', 'waitfornewblock', 'waitforblock', 'waitforblockheight']);

let target: Target;
beforeEach(() => {
  target = openEmbeddedTarget();
});
afterEach(() => target.close());

const open = (profile: ProfileName, options: StartOptions = []): Promise<Session> => {
  target.setStartOptions(options);
  return Session.open(
    {
      target,
      guard: new ChainGuard('regtest', false),
      specification,
      names: neutralNames,
      definitions: ingredients,
      secrets: new Secrets(),
      seed: SEED,
    },
    profile,
  );
};

/** What a node answers in place of a call, or in addition to one: none of it may be the lack of an answer. */
async function answered(node: RunningNode, method: string, params: Params, options: CallOptions = {}): Promise<Reply> {
  const reply = await node.client.call(method, params, { timeoutMs: 60_000, ...options });
  if (reply.type === 'fault') throw new Error(`${method} ${stringify(params as Wire)}: ${reply.fault.message}`);
  return reply;
}

const textOf = (reply: Reply): string =>
  stringify(reply.type === 'result' ? reply.result : reply.type === 'error' ? { ...reply.error } : reply.fault.message);

/** What `Readings` leaves out because nodes without a moment's snapshot do not restore it. */
async function furtherState(node: RunningNode): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const method of ['listbanned', 'getaddednodeinfo', 'getmininginfo', 'logging', 'listwallets', 'listwalletdir'])
    state.set(method, textOf(await answered(node, method, [])));
  const network = await answered(node, 'getnetworkinfo', []);
  state.set('networkactive', network.type === 'result' ? String((network.result as { networkactive: boolean }).networkactive) : '');
  state.set(
    'scratch files',
    readdirSync(node.scratchDir as string, { recursive: true, encoding: 'utf8' })
      .sort()
      .join(),
  );
  return state;
}

/** A call, or several, that change what random calls seldom change. */
type Change = (node: RunningNode, world: { readonly wallet: string; readonly unloaded: string }) => Promise<unknown>;

let made = 0;
const changes: { readonly [name: string]: Change } = {
  'create a wallet': (node) => answered(node, 'createwallet', [`made-${++made}`]),
  'create a wallet elsewhere': (node) => answered(node, 'createwallet', [join(node.scratchDir as string, `folder-${++made}`, 'wallet')]),
  'unload a wallet': (node, { wallet }) => answered(node, 'unloadwallet', [wallet]),
  'load a wallet again': (node, { wallet }) => answered(node, 'loadwallet', [wallet]),
  'use an unloaded wallet': async (node, { unloaded: wallet }) => {
    await answered(node, 'loadwallet', [wallet]);
    const address = await answered(node, 'getnewaddress', [], { wallet });
    if (address.type === 'result') await answered(node, 'generatetoaddress', [1, address.result]);
    await answered(node, 'unloadwallet', [wallet]);
  },
  'reorganise the chain': async (node) => {
    const count = await answered(node, 'getblockcount', []);
    const height = count.type === 'result' ? Number(count.result) : 0;
    const hash = await answered(node, 'getblockhash', [Math.max(1, height - 2)]);
    if (hash.type === 'result') await answered(node, 'invalidateblock', [hash.result]);
    const address = await answered(node, 'getnewaddress', []);
    await answered(node, 'generatetoaddress', [4, address.type === 'result' ? address.result : '']);
  },
  'mine to a wallet': async (node, { wallet }) => {
    const address = await answered(node, 'getnewaddress', [], { wallet });
    if (address.type === 'result') await answered(node, 'generatetoaddress', [2, address.result]);
  },
  'pay and lock': async (node, { wallet }) => {
    const address = await answered(node, 'getnewaddress', [], { wallet });
    await answered(node, 'sendtoaddress', [address.type === 'result' ? address.result : '', 0.01], { wallet });
    const unspent = await answered(node, 'listunspent', [], { wallet });
    const [coin] = unspent.type === 'result' ? (unspent.result as { txid: string; vout: number }[]) : [];
    if (coin) await answered(node, 'lockunspent', [false, [{ txid: coin.txid, vout: coin.vout }]], { wallet });
  },
  'turn the network off': (node) => answered(node, 'setnetworkactive', [false]),
  'add and remove nodes': async (node) => {
    await answered(node, 'addnode', ['127.0.0.1:2', 'add']);
    await answered(node, 'addnode', ['127.0.0.1:3', 'remove']);
  },
  'ban, and lift a ban': async (node) => {
    await answered(node, 'setban', [`192.0.2.${(++made % 200) + 1}`, 'add', 1000]);
    await answered(node, 'setban', ['198.51.100.7', 'remove']);
  },
  'set the mock time': (node) => answered(node, 'setmocktime', [1_900_000_000 + ++made]),
  'log more': (node) => answered(node, 'logging', [['net'], ['rpc']]),
  'write files': async (node, { wallet }) => {
    await answered(node, 'dumpwallet', [join(node.scratchDir as string, `dump-${++made}`)], { wallet });
    await answered(node, 'backupwallet', [join(node.scratchDir as string, `backup-${++made}`)], { wallet });
    await answered(node, 'savemempool', []);
  },
};

type Command = { readonly change: string } | { readonly call: number };

describe('a restored node', () => {
  test(
    'answers every reading method as at its snapshot, whatever was called since',
    async () => {
      const session = await open('default', ['-debug=rpc']);
      const { node, world } = session;
      const help = await answered(node, 'help', []);
      const methods = methodsInHelp(String(help.type === 'result' ? help.result : '')).filter(({ id }) => !notSent.has(id));
      const random = new Random(`snapshots ${SEED}`);
      const readings = await Readings.of(methods, world, specification, random);
      const calls = await RandomCalls.of(methods, world, specification, random);
      const list: RandomCall[] = Array.from({ length: RANDOM_CALLS }, () => calls.next());
      const wallet = (await world.use('wallet')).name;
      const unloaded = (await world.use('unloadedWallet')).name;
      await answered(node, 'addnode', ['127.0.0.1:3', 'add']);
      await answered(node, 'setban', ['198.51.100.7', 'add', 1_000_000]);
      await answered(node, 'logging', [['rpc'], []]);
      const snapshot = await node.snapshot();
      const state = async (): Promise<object> => ({
        ...Object.fromEntries(await readings.take()),
        ...Object.fromEntries(await furtherState(node)),
      });
      const before = await state();
      expect(Object.keys(before).length).toBeGreaterThan(70);
      const differed = new Set<string>();
      const command: fc.Arbitrary<Command> = fc.oneof(
        { weight: 3, arbitrary: fc.record({ call: fc.nat(RANDOM_CALLS - 1) }) },
        { weight: 1, arbitrary: fc.record({ change: fc.constantFrom(...Object.keys(changes)) }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: MAX_CALLS, size: 'max' }), async (commands) => {
          for (const command of commands) {
            if ('change' in command) await changes[command.change]?.(node, { wallet, unloaded });
            else await randomCall(node, list[command.call] as RandomCall);
          }
          const after = await state();
          for (const [what, text] of Object.entries(after)) if (text !== before[what as keyof typeof before]) differed.add(what);
          await snapshot.restore();
          expect(await state()).toEqual(before);
        }),
        {
          numRuns: SEQUENCES,
          seed: SEED,
          interruptAfterTimeLimit: LONG_MS,
          // Every change at least once, whatever the seed.
          examples: [[Object.keys(changes).map((change) => ({ change }))]],
        },
      );
      // The calls did change something, also of what is not in tables.
      expect(differed.size).toBeGreaterThan(30);
      for (const what of ['listbanned', 'getaddednodeinfo', 'listwallets', 'listwalletdir', 'networkactive', 'scratch files'])
        expect(differed, what).toContain(what);
    },
    LONG_MS,
  );

  test('has the same on its disk: started again, it has the state of the snapshot', async () => {
    const { node, world } = await open('default');
    const { name: wallet } = await world.use('wallet');
    const { txid } = await world.use('confirmedSend');
    await world.use('unconfirmedSend');
    const snapshot = await node.snapshot();
    const read = async (): Promise<string[]> => [
      textOf(await answered(node, 'gettxoutsetinfo', [])),
      textOf(await answered(node, 'getchaintips', [])),
      textOf(await answered(node, 'getrawmempool', [])),
      textOf(await answered(node, 'listtransactions', ['*', 300], { wallet })),
      textOf(await answered(node, 'gettransaction', [txid], { wallet })),
    ];
    const before = await read();
    for (const name of ['reorganise the chain', 'pay and lock', 'unload a wallet', 'create a wallet', 'mine to a wallet'])
      await changes[name]?.(node, { wallet, unloaded: wallet });
    await snapshot.restore();
    await node.restart();
    await answered(node, 'loadwallet', [wallet]);
    expect(await read()).toEqual(before);
  });

  test('is unlocked as before, with the passphrase of before', async () => {
    const { node, world } = await open('encrypted');
    const { passphrase } = await world.use('encryptedWallet');
    const options = { wallet: world.wallet };
    await answered(node, 'walletpassphrase', [passphrase, 1000], options);
    const info = async (): Promise<string> => textOf(await answered(node, 'getwalletinfo', [], options));
    const before = await info();
    const snapshot = await node.snapshot();
    await answered(node, 'walletpassphrasechange', [passphrase, 'another'], options);
    await answered(node, 'walletlock', [], options);
    expect(await info()).not.toBe(before);
    await snapshot.restore();
    expect(await info()).toBe(before);
    expect(await answered(node, 'signmessage', [(await world.use('legacyAddress')).address, 'text'], options)).toMatchObject({
      type: 'result',
    });
    await answered(node, 'walletlock', [], options);
    expect(await answered(node, 'walletpassphrase', [passphrase, 10], options)).toMatchObject({ type: 'result' });
  });

  test('has the blocks that it pruned since', async () => {
    const { node, world } = await open('prune');
    await world.use('funds');
    await world.mine(100);
    await world.mine(100);
    const hash = textOf(await answered(node, 'getblockhash', [5]));
    const block = async (): Promise<string> => textOf(await answered(node, 'getblock', [JSON.parse(hash) as string, 0]));
    const before = await block();
    const snapshot = await node.snapshot();
    for (let i = 0; i < 4; i++) await world.mine(100);
    await answered(node, 'pruneblockchain', [200]);
    expect(await block()).not.toBe(before);
    await snapshot.restore();
    expect(await block()).toBe(before);
    await node.restart();
    expect(await block()).toBe(before);
  });

  test('ends calls that are running, and undoes what they did', async () => {
    const { node, world } = await open('default');
    const { address } = await world.use('bech32Address');
    await world.use('funds');
    const snapshot = await node.snapshot();
    const height = await world.result('getblockcount');
    const mining = Array.from({ length: 4 }, () => node.client.call('generatetoaddress', [2_000, address], { timeoutMs: 60_000 }));
    await expect.poll(async () => Number(await world.result('getblockcount'))).toBeGreaterThan(Number(height));
    await snapshot.restore();
    expect(await world.result('getblockcount')).toEqual(height);
    await Promise.all(mining);
    expect(await world.result('getblockcount')).toEqual(height);
  });
});

async function randomCall(node: RunningNode, { method, params, wallet }: RandomCall): Promise<void> {
  await answered(node, method, params, wallet === null ? {} : { wallet });
}

test('a snapshot that was forgotten, or that an earlier process took, cannot be restored', async () => {
  const { node } = await open('default');
  const forgotten = await node.snapshot();
  await forgotten.forget();
  await expect(forgotten.restore()).rejects.toThrow('did not restore its snapshot');
  const old = await node.snapshot();
  await node.restart();
  await expect(old.restore()).rejects.toThrow('was started again since its snapshot');
});
