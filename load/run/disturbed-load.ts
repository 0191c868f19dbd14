import { setTimeout as delay } from 'node:timers/promises';
import { TargetError, type RunningNode } from '../../fixtures/targets/types.ts';
import { beginFault, endFault, lasts } from '../faults/node-faults.ts';
import type { NodeFault } from '../faults/types.ts';
import type { EndedCall } from '../generator/types.ts';
import { nodeCall, NodeCallError } from '../node-call.ts';
import type { ErrorResult, LoadFault } from '../results.ts';

const US_PER_MS = 1_000;

interface Observed {
  readonly fault: NodeFault;
  beganMs: number;
  /** From then on no answer comes that the node gave before. */
  downMs: number;
  overMs: number | undefined;
  answeredMs: number | undefined;
  readonly errors: Map<string, { class: ErrorResult['class']; code?: number; count: number; example: string }>;
}

export interface DisturbedLoadOptions {
  readonly node: RunningNode;
  /** In the order of their shares of the duration. */
  readonly faults: readonly NodeFault[];
  readonly durationMs: number;
  readonly signal: AbortSignal;
  /** The node runs again in a new process. */
  readonly onStarted: () => void;
}

/** Has faults happen to the node of a load, each at its share of the duration, and notes what clients see of them. */
export class DisturbedLoad {
  readonly #options: DisturbedLoadOptions;
  readonly #observed: Observed[] = [];
  readonly #startedMs = performance.now();
  #firstCallMs: number | undefined;
  /** The process may end, as it was planned. */
  isEnding = false;

  constructor(options: DisturbedLoadOptions) {
    this.#options = options;
  }

  /** Resolves when all faults are over. Throws `TargetError` or `NodeCallError` where the node does not come back. */
  async run(): Promise<void> {
    for (const fault of this.#options.faults) {
      if (!(await this.#wait(fault.from))) return;
      await this.#perform(fault);
    }
  }

  /** A call has ended. */
  ended({ class: kind, code, intendedAtUs, sentAtUs, endedAtUs, message }: EndedCall): void {
    const nowMs = performance.now();
    // The generator counts from its own beginning.
    this.#firstCallMs ??= nowMs - endedAtUs / US_PER_MS;
    const at = (us: number): number => this.#firstCallMs! + us / US_PER_MS;
    for (const observed of this.#observed) {
      const { answeredMs, downMs, beganMs, errors } = observed;
      if (kind === 'result') {
        if (answeredMs === undefined && sentAtUs !== undefined && at(sentAtUs) >= downMs) observed.answeredMs = nowMs;
        continue;
      }
      if (at(endedAtUs) < beganMs || at(intendedAtUs) > (answeredMs ?? Infinity)) continue;
      const key = `${kind} ${code ?? ''}`;
      const before = errors.get(key);
      if (before) before.count++;
      else errors.set(key, { class: kind, ...(code !== undefined && { code }), count: 1, example: message });
    }
  }

  get results(): LoadFault[] {
    return this.#observed.map(({ fault, beganMs, overMs, answeredMs, errors }) => {
      const since = (ms: number | undefined): number | null => (ms === undefined ? null : Math.max(0, ms - beganMs));
      const all = [...errors.values()].sort((a, b) => b.count - a.count);
      return {
        fault: fault.text,
        kind: fault.kind,
        atMs: Math.max(0, beganMs - (this.#firstCallMs ?? this.#startedMs)),
        overAfterMs: since(overMs),
        firstAnswerAfterMs: since(answeredMs),
        failed: all.reduce((sum, { count }) => sum + count, 0),
        errors: all,
      };
    });
  }

  async #perform(fault: NodeFault): Promise<void> {
    const { node, onStarted } = this.#options;
    const call = nodeCall(node.client);
    const faulty = { node, call };
    const observed: Observed = {
      fault,
      beganMs: performance.now(),
      downMs: Infinity,
      overMs: undefined,
      answeredMs: undefined,
      errors: new Map(),
    };
    this.#observed.push(observed);
    const isDown = (): void => void (observed.downMs = performance.now());
    const ends = fault.kind === 'kill' || fault.kind === 'restart';
    const wallets = ends ? await walletsOf(call) : [];
    observed.beganMs = performance.now();
    this.isEnding = ends;
    if (ends) void node.ended.then(isDown);
    await beginFault(fault, faulty);
    if (!ends) isDown();
    if (lasts(fault)) {
      await this.#wait(fault.until ?? 1);
      await endFault(fault, faulty);
    }
    if (ends) {
      this.isEnding = false;
      onStarted();
      await loadWallets(call, wallets);
    }
    observed.overMs = performance.now();
  }

  /** @returns whether the share was reached: the load may be ended before */
  async #wait(share: number): Promise<boolean> {
    const { durationMs, signal } = this.#options;
    const waitMs = this.#startedMs + share * durationMs - performance.now();
    if (waitMs > 0) await delay(waitMs, undefined, { signal }).catch(() => undefined); // an abort ends it
    return !signal.aborted;
  }
}

/** Whether a fault has failed as the node did not come back. */
export const isNotBack = (error: unknown): error is Error => error instanceof TargetError || error instanceof NodeCallError;

/** Empty for a node without wallets. */
async function walletsOf(call: ReturnType<typeof nodeCall>): Promise<readonly string[]> {
  try {
    return await call('listwallets');
  } catch (error) {
    if (error instanceof NodeCallError && error.code !== undefined) return [];
    throw error;
  }
}

/** Nodes load some wallets by themselves when they start. */
async function loadWallets(call: ReturnType<typeof nodeCall>, wallets: readonly string[]): Promise<void> {
  const loaded = wallets.length > 0 ? await call('listwallets') : [];
  for (const name of wallets) if (!loaded.includes(name)) await call('loadwallet', [name]);
}
