import { expect, onTestFinished, test } from 'vitest';
import type { Wire } from '../../specs/model/wire.ts';
import { stringify } from '../../client/wire-json.ts';
import { Random } from '../../fixtures/world/random.ts';
import { RpcCode } from '../../coind/rpc/errors.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Method } from '../../specs/model/types.ts';
import { methodsInHelp } from './methods-in-help.ts';
import { RandomCalls, type RandomCall } from './random-calls.ts';
import { RestorableCoind } from './restorable-coind.ts';
import { worldOn } from './restorable-world.ts';
import { Readings } from './readings.ts';

const SEED = Number(process.env['PYX_SEED'] ?? 20_000);
const CALLS_PER_ROUND = 2_000;
/** Number of calls before the state is reset: otherwise most calls would name data that no longer exists. */
const CALLS_IN_A_ROW = 250;
/** Number of calls before clock, chain and wallet are restored, so that calls can succeed. */
const CALLS_ASTRAY = 25;
const MIB = 1024 * 1024;
/** The number of calls limits the test; a busy machine may need more time. */
const WITHIN_MS = 900_000;

/** Methods that end the node. */
const ending = ['stop', 'encryptwallet'];
/** Methods that wait for a block, possibly without a time limit. */
const waiting = ['waitfornewblock', 'waitforblock', 'waitforblockheight'];
/** Error codes of the envelope are wrong for well-formed calls. */
const notForCalls: readonly number[] = [RpcCode.parse, RpcCode.invalidRequest];
const INVALID_PARAMS = -32_602;
const codes: ReadonlySet<number> = new Set([...Object.values(RpcCode).filter((code) => !notForCalls.includes(code)), INVALID_PARAMS]);

let coind: RestorableCoind;

/** All methods of `help`, from the specification. */
async function offered(): Promise<Method[]> {
  const reply = await coind.client.call('help', []);
  if (reply.type !== 'result' || typeof reply.result !== 'string') throw new Error('help was refused');
  return methodsInHelp(reply.result);
}

const internal: string[] = [];

async function comeBack(wallet: string, firstBlock: string): Promise<void> {
  await coind.client.call('setmocktime', [0]);
  await coind.client.call('loadwallet', [wallet]);
  await coind.client.call('reconsiderblock', [firstBlock]);
  await coind.client.call('lockunspent', [true], { wallet });
  await coind.client.call('settxfee', [0], { wallet });
}

/** The problem of an answer; undefined for a result or a permitted error of a method. */
async function troubleOf({ method, params, wallet }: RandomCall, learn: RandomCalls): Promise<string | undefined> {
  const reply = await coind.client.call(method, params, wallet === null ? {} : { wallet });
  const said = (what: string): string => `${method} ${stringify(params as Wire).slice(0, 500)} (wallet ${wallet}): ${what}`;
  if (reply.type === 'fault') return said(reply.fault.message);
  // Internal errors, which coind logs, and refused blocks have the same code.
  if (reply.type === 'error' && reply.error.code === RpcCode.internal) internal.push(said(reply.error.message));
  if (reply.type === 'result') learn.learn(reply.result);
  else if (!codes.has(reply.error.code)) return said(`${reply.error.code} ${reply.error.message}`);
  return undefined;
}

/** Makes the test, with so many rounds of 2,000 calls. */
export const testRandomCalls = (rounds: number): void =>
  test(
    `${rounds * CALLS_PER_ROUND} random calls leave coind running, with the same memory and the same answers`,
    async () => {
      coind = await RestorableCoind.start();
      onTestFinished(() => coind.stop());
      const methods = (await offered()).filter(({ id }) => !ending.includes(id) && !waiting.includes(id));
      expect(methods.length).toBeGreaterThan(120);
      const random = new Random(`random calls ${SEED}`);
      const world = worldOn(coind, specification, SEED);
      const readings = await Readings.of(methods, world, specification, random);
      const calls = await RandomCalls.of(methods, world, specification, random);
      const { name: wallet } = await world.use('wallet');
      const firstBlock = await world.result('getblockhash', { height: 1 });
      await coind.execute('keep');
      const before = await readings.take();
      expect(before.size).toBeGreaterThan(60);
      let usedBefore = 0;
      const troubles: string[] = [];
      for (let round = 1; round <= rounds; round++) {
        for (let i = 0; i < CALLS_PER_ROUND; i++) {
          if (i % CALLS_IN_A_ROW === 0) await coind.execute('restore');
          if (i % CALLS_ASTRAY === 0) await comeBack(wallet, firstBlock);
          const trouble = await troubleOf(calls.next(), calls);
          if (trouble !== undefined) troubles.push(trouble);
          if (troubles.length > 20 || !coind.isAlive) break;
        }
        expect(troubles).toEqual([]);
        expect(coind.internalErrors, `seed ${SEED}, after one of:\n${internal.slice(-5).join('\n')}`).toEqual([]);
        // The same answers as before, with the state and the clock restored.
        await coind.execute('restore');
        const used = await coind.execute('measure');
        await coind.client.call('setmocktime', [0]);
        expect(await readings.take()).toEqual(before);
        if (round === 1) usedBefore = used;
        else expect((used - usedBefore) / MIB).toBeLessThan(10);
      }
    },
    WITHIN_MS,
  );
