import { afterAll, expect, test } from 'vitest';
import type { Wire } from '../specs/model/wire.ts';
import { stringify } from '../client/wire-json.ts';
import { Random } from '../fixtures/world/random.ts';
import { RpcCode } from '../coind/rpc/errors.ts';
import { specification } from '../specs/model/specification.ts';
import type { Method } from '../specs/model/types.ts';
import { RandomCalls, type RandomCall } from './support/random-calls.ts';
import { RestorableCoind } from './support/restorable-coind.ts';
import { worldOn } from './support/restorable-world.ts';
import { Readings } from './support/readings.ts';

const SEED = Number(process.env['PYX_SEED'] ?? 20_000);
const ROUNDS = 10;
const CALLS_PER_ROUND = 2_000;
/** After so many calls the state is set back: else most calls would speak of what is no more. */
const CALLS_IN_A_ROW = 250;
/** After so many, the node is brought to where calls can succeed: at this time, on its chain, with its wallet. */
const CALLS_ASTRAY = 25;
const MIB = 1024 * 1024;
/** Bounded by its calls; a machine with other work may take long over them. */
const WITHIN_MS = 900_000;

/** They end the node. */
const ending = ['stop', 'encryptwallet'];
/** They wait for a block as long as they are told to, which may be for ever. */
const waiting = ['waitfornewblock', 'waitforblock', 'waitforblockheight'];
/** Those of the envelope are not for calls that were well-formed. */
const notForCalls: readonly number[] = [RpcCode.parse, RpcCode.invalidRequest];
const INVALID_PARAMS = -32_602;
const codes: ReadonlySet<number> = new Set([...Object.values(RpcCode).filter((code) => !notForCalls.includes(code)), INVALID_PARAMS]);

const coind = await RestorableCoind.start();
afterAll(() => coind.stop());

/** All that `help` lists, as the specification has them. */
async function offered(): Promise<Method[]> {
  const reply = await coind.client.call('help', []);
  if (reply.type !== 'result' || typeof reply.result !== 'string') throw new Error('help was refused');
  const names = reply.result
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('=='))
    .map((line) => line.split(' ', 1)[0] as string);
  return names.map((name) => specification.method(name));
}

const internal: string[] = [];

async function comeBack(wallet: string, firstBlock: string): Promise<void> {
  await coind.client.call('setmocktime', [0]);
  await coind.client.call('loadwallet', [wallet]);
  await coind.client.call('reconsiderblock', [firstBlock]);
  await coind.client.call('lockunspent', [true], { wallet });
  await coind.client.call('settxfee', [0], { wallet });
}

/** What is wrong with an answer; undefined where it is a result or an error that a method may give. */
async function troubleOf({ method, params, wallet }: RandomCall, learn: RandomCalls): Promise<string | undefined> {
  const reply = await coind.client.call(method, params, wallet === null ? {} : { wallet });
  const said = (what: string): string => `${method} ${stringify(params as Wire).slice(0, 500)} (wallet ${wallet}): ${what}`;
  if (reply.type === 'fault') return said(reply.fault.message);
  // The same code for a fault of the node, which it tells of, and for a block that it could not make.
  if (reply.type === 'error' && reply.error.code === RpcCode.internal) internal.push(said(reply.error.message));
  if (reply.type === 'result') learn.learn(reply.result);
  else if (!codes.has(reply.error.code)) return said(`${reply.error.code} ${reply.error.message}`);
  return undefined;
}

test(
  `${ROUNDS * CALLS_PER_ROUND} random calls leave it alive, as small and as truthful as before`,
  async () => {
    const methods = (await offered()).filter(({ id }) => !ending.includes(id) && !waiting.includes(id));
    expect(methods.length).toBeGreaterThan(120);
    const random = new Random(`random calls ${SEED}`);
    const world = worldOn(coind, specification, SEED);
    const readings = await Readings.of(methods, world, specification, random);
    const calls = await RandomCalls.of(methods, world, specification, random);
    const { name: wallet } = await world.use('wallet');
    const firstBlock = await world.result('getblockhash', { height: 1 });
    await coind.order('keep');
    const before = await readings.take();
    expect(before.size).toBeGreaterThan(60);
    let usedBefore = 0;
    const troubles: string[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      for (let i = 0; i < CALLS_PER_ROUND; i++) {
        if (i % CALLS_IN_A_ROW === 0) await coind.order('restore');
        if (i % CALLS_ASTRAY === 0) await comeBack(wallet, firstBlock);
        const trouble = await troubleOf(calls.next(), calls);
        if (trouble !== undefined) troubles.push(trouble);
        if (troubles.length > 20 || !coind.isAlive) break;
      }
      expect(troubles).toEqual([]);
      expect(coind.faults, `seed ${SEED}, after one of:\n${internal.slice(-5).join('\n')}`).toEqual([]);
      // As it was, once the state is what it was and the clock goes right again.
      await coind.order('restore');
      const used = await coind.order('measure');
      await coind.client.call('setmocktime', [0]);
      expect(await readings.take()).toEqual(before);
      if (round === 1) usedBefore = used;
      else expect((used - usedBefore) / MIB).toBeLessThan(10);
    }
  },
  WITHIN_MS,
);
