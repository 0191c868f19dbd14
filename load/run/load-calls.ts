import { join } from 'node:path';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import { Random } from '../../fixtures/world/random.ts';
import type { Request } from '../../fixtures/world/service.ts';
import { NotMade, Unavailable, WorldError } from '../../fixtures/world/world-errors.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { CallSource, PreparedCall } from '../generator/types.ts';
import { entryCalls } from '../scenario/call-sets.ts';
import { inTurn, once, weightedMix } from '../scenario/mix.ts';
import { transactionsNeeded } from '../scenario/needs.ts';
import type { Scenario } from '../scenario/types.ts';
import { openPrepared } from '../transactions/open-prepared.ts';
import { prepareTransactions } from '../transactions/prepare-transactions.ts';
import { fillChain, paymentsOf } from './fill-chain.ts';
import { LoadError, type OpenedLoad } from './open-load.ts';
import { requestIn, submissions } from './submissions.ts';

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
  /** Signed transactions that the load submits. */
  readonly transactions: number;
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
          : 'choose another scenario',
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
  const fill =
    readOnly || !world.target.capabilities.startNodes ? { blocks: 0, transactionsPerBlock: 0, poolTransactions: 0 } : scenario.fill;
  const needs = repeat * transactionsNeeded(scenario);
  const submitted = needs === 0 ? 0 : (options.transactions ?? needs);
  const needed = paymentsOf(fill) + submitted;
  const folder = await TemporaryFolder.create('load');
  try {
    let transactions: AsyncIterator<string> | undefined;
    if (needed > 0) {
      const file = join(folder.path, 'transactions.ndjson');
      await prepareTransactions({
        funder: node.client,
        count: needed,
        outputsPerTx: 2,
        seed,
        out: file,
        signal,
        onProgress: ({ step, done, total }) => onProgress(`preparing transactions: ${step}`, done, total),
      });
      transactions = (await openPrepared(file)).transactions()[Symbol.asyncIterator]();
    }
    const left = transactions ?? nothing();
    if (fill.blocks > 0 || fill.poolTransactions > 0)
      await fillChain(world, fill, left, (done, total) => onProgress('filling the chain: blocks', done, total));
    for (const name of scenario.needs) {
      signal?.throwIfAborted();
      await world.use(name);
    }
    const made = await entryCalls({ world, specification, random: new Random(`${seed}/arguments`) }, scenario.mix, (done, total) =>
      onProgress('choosing arguments', done, total),
    );
    const requests = made.flatMap(({ sets }) => sets.map(({ request }) => request));
    const entries: EntryOfLoad[] = made.map(({ entry: { weight }, sets }) => ({
      weight,
      calls: sets.map(({ call }) => call),
      once: false,
    }));
    for (const entry of scenario.mix.filter(({ prepared }) => prepared)) {
      const share =
        repeat *
        transactionsNeeded({ ...scenario, mix: scenario.mix.map((other) => (other === entry ? other : { ...other, prepared: false })) });
      const calls = await submissions(entry, Math.ceil(share / entry.batch), left, world.service);
      entries.push({ weight: entry.weight, calls, once: true });
    }
    return {
      entries,
      source: weightedMix(
        entries.map(({ weight, calls, once: isOnce }) => ({ weight, next: isOnce ? once(calls) : inTurn(calls) })),
        new Random(`${seed}/mix`),
      ),
      requestOf: (call) => (call.check === undefined ? undefined : requests[call.check]) ?? requestIn(call),
      transactions: submitted,
    };
  } finally {
    await folder.remove();
  }
}

async function* nothing(): AsyncGenerator<string> {
  // no transactions were needed
}
