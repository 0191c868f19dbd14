import { join } from 'node:path';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import { Random } from '../../fixtures/world/random.ts';
import type { Request } from '../../fixtures/world/service.ts';
import { NotMade, Unavailable, WorldError } from '../../fixtures/world/world-errors.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { CallSource, PreparedCall } from '../generator/types.ts';
import { entryCalls } from '../scenario/call-sets.ts';
import { inTurn, weightedMix } from '../scenario/mix.ts';
import { transactionsNeeded } from '../scenario/needs.ts';
import type { MixEntry, Scenario } from '../scenario/types.ts';
import { openPrepared } from '../transactions/open-prepared.ts';
import { prepareTransactions } from '../transactions/prepare-transactions.ts';
import type { PrepareOptions } from '../transactions/types.ts';
import { fillChain, paymentsOf } from './fill-chain.ts';
import { LoadError, type OpenedLoad } from './open-load.ts';
import { requestIn, submissions } from './submissions.ts';
import { SubmittedCalls } from './submitted-calls.ts';

/** The calls of one entry of a mix. */
export interface EntryOfLoad {
  readonly weight: number;
  readonly calls: readonly PreparedCall[];
  /** Each call is sent once; otherwise they are sent in turn. */
  readonly once: boolean;
}

export interface LoadCalls {
  readonly entries: readonly EntryOfLoad[];
  /** The calls of the load, in the order in which they are due. */
  readonly source: CallSource;
  /** What the answer to a call is checked against. */
  requestOf(call: PreparedCall): Request;
  /**
   * Signs as many transactions as a load of this scenario may submit beyond those that are left, so that none of several loads ends
   * for want of them. Throws as `loadCalls` does.
   */
  provideFor(scenario: Scenario): Promise<void>;
}

export interface LoadCallsOptions {
  readonly specification: Specification;
  readonly scenario: Scenario;
  readonly seed: number;
  /** So often the load is measured. Default 1. */
  readonly repeat?: number;
  /** Signed transactions to prepare in place of as many as the scenario may need. */
  readonly transactions?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What is done now, and how far it is. */
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/**
 * Signs the transactions that a scenario submits, fills the chain, and makes all calls. Throws `LoadError`, `PrepareError` or the
 * reason of the signal.
 */
export async function loadCalls(opened: OpenedLoad, options: LoadCallsOptions): Promise<LoadCalls> {
  try {
    return await madeCalls(opened, options);
  } catch (error) {
    const { address } = opened.session.node.client;
    const cause = { cause: error };
    if (error instanceof Unavailable)
      throw new LoadError(`the node at ${address} lacks what the scenario ${options.scenario.name} asks for: ${error.message}`, {
        remedy: opened.readOnly
          ? 'give a node with blocks, payments and a wallet, or a target that Pyx can start'
          : 'leave that entry out of the mix, or choose another scenario',
        ...cause,
      });
    if (error instanceof WorldError || error instanceof NotMade)
      throw new LoadError(`the load on the node at ${address} could not be prepared: ${error.message}`, cause);
    throw error;
  }
}

async function madeCalls({ session: { world, node }, readOnly }: OpenedLoad, options: LoadCallsOptions): Promise<LoadCalls> {
  const { specification, scenario, seed, repeat = 1, signal } = options;
  const onProgress: LoadCallsOptions['onProgress'] = (...progress) => {
    options.onProgress(...progress);
    signal?.throwIfAborted();
  };
  const service = world.service;
  const fill =
    readOnly || !world.target.capabilities.startNodes ? { blocks: 0, transactionsPerBlock: 0, poolTransactions: 0 } : scenario.fill;
  const needs = repeat * transactionsNeeded(scenario);
  const submitted = needs === 0 ? 0 : (options.transactions ?? needs);
  const submitting = scenario.mix.filter(({ prepared }) => prepared).map((entry) => ({ entry, queue: new SubmittedCalls() }));
  const sign = (count: number, ofSeed: number, use: (transactions: AsyncIterator<string>) => Promise<void>): Promise<void> =>
    signed(count, { funder: node.client, seed: ofSeed, signal, onProgress }, use);
  let entries: EntryOfLoad[] = [];
  let requests: Request[] = [];
  await sign(paymentsOf(fill) + submitted, seed, async (left) => {
    if (fill.blocks > 0 || fill.poolTransactions > 0)
      await fillChain(world, fill, left, (done, total) => onProgress('filling the chain: blocks', done, total));
    for (const name of scenario.needs) {
      signal?.throwIfAborted();
      await world.use(name);
    }
    const made = await entryCalls({ world, specification, random: new Random(`${seed}/arguments`) }, scenario.mix, (done, total) =>
      onProgress('choosing arguments', done, total),
    );
    requests = made.flatMap(({ sets }) => sets.map(({ request }) => request));
    entries = made.map(({ entry: { weight }, sets }) => ({
      weight,
      calls: sets.map(({ call }) => call),
      once: false,
    }));
    for (const { entry, queue } of submitting) queue.add(await submissions(entry, repeat * callsNeeded(scenario, entry), left, service));
  });
  let times = 0;
  return {
    entries: [...entries, ...submitting.map(({ entry: { weight }, queue: { calls } }) => ({ weight, calls, once: true }))],
    source: weightedMix(
      [
        ...entries.map(({ weight, calls }) => ({ weight, next: inTurn(calls) })),
        ...submitting.map(({ entry, queue }) => ({ weight: entry.weight, next: queue.next })),
      ],
      new Random(`${seed}/mix`),
    ),
    requestOf: (call) => (call.check === undefined ? undefined : requests[call.check]) ?? requestIn(call),
    provideFor: async (wanted) => {
      const lacking = submitting.map((of) => ({ ...of, calls: Math.max(0, callsNeeded(wanted, of.entry) - of.queue.left) }));
      const count = lacking.reduce((sum, { entry, calls }) => sum + calls * entry.batch, 0);
      if (count === 0) return;
      // Coins of their own: those of the same seed have been spent.
      await sign(count, seed + ++times, async (left) => {
        for (const { entry, queue, calls } of lacking) queue.add(await submissions(entry, calls, left, service));
      });
    },
  };
}

/** Calls of an entry that submits transactions, of a load of this scenario. */
function callsNeeded(scenario: Scenario, entry: MixEntry): number {
  const mix = scenario.mix.map((other) => ({ ...other, prepared: other === entry }));
  return Math.ceil(transactionsNeeded({ ...scenario, mix }) / entry.batch);
}

/** Signs so many transactions, and passes them on; none where none is needed. */
async function signed(
  count: number,
  { onProgress, ...options }: Pick<PrepareOptions, 'funder' | 'seed' | 'signal'> & Pick<LoadCallsOptions, 'onProgress'>,
  use: (transactions: AsyncIterator<string>) => Promise<void>,
): Promise<void> {
  if (count === 0) return use(nothing());
  const folder = await TemporaryFolder.create('load');
  try {
    const file = join(folder.path, 'transactions.ndjson');
    await prepareTransactions({
      ...options,
      count,
      outputsPerTx: 2,
      out: file,
      onProgress: ({ step, done, total }) => onProgress(`preparing transactions: ${step}`, done, total),
    });
    await use((await openPrepared(file)).transactions()[Symbol.asyncIterator]());
  } finally {
    await folder.remove();
  }
}

async function* nothing(): AsyncGenerator<string> {
  // no transactions were needed
}
