import { setTimeout as delay } from 'node:timers/promises';
import type { TpsNode } from '../network/types.ts';
import type { DisturbanceTimeline } from '../results.ts';
import type { AffectedNodes } from './affected-nodes.ts';

const EVERY_MS = 250;
/** More nodes are asked less often. */
const MS_PER_NODE = 25;
/** From then on every second sample is kept. */
const MAX_SAMPLES = 600;
const TIMEOUT_MS = 10_000;

interface Sampled {
  readonly node: TpsNode;
  latest: { readonly height: number; readonly pool: number } | undefined;
}

/** Samples the heights and pools of nodes, and what has been received, until it is stopped. */
export class TimelineSampler {
  readonly #nodes: readonly Sampled[];
  readonly #affected: AffectedNodes;
  readonly #received: () => number;
  readonly #over = new AbortController();
  readonly #startedMs = performance.now();
  #everyMs: number;
  #samples: { readonly atMs: number; readonly received: number; readonly nodes: readonly Sampled['latest'][] }[] = [];
  readonly #sampling: Promise<unknown>;

  constructor(nodes: readonly TpsNode[], affected: AffectedNodes, received: () => number) {
    this.#nodes = nodes.map((node) => ({ node, latest: undefined }));
    this.#affected = affected;
    this.#received = received;
    this.#everyMs = Math.max(EVERY_MS, nodes.length * MS_PER_NODE);
    this.#sampling = Promise.all([this.#tick(), ...this.#nodes.map((sampled) => this.#ask(sampled))]);
  }

  /** @param zeroMs what `atMs` counts from, on the clock of `performance.now()` */
  async stop(zeroMs: number): Promise<DisturbanceTimeline> {
    this.close();
    await this.#sampling;
    const samples = this.#samples;
    return {
      atMs: samples.map(({ atMs }) => Math.round(this.#startedMs + atMs - zeroMs)),
      received: samples.map(({ received }) => received),
      nodes: this.#nodes.map(({ node: { name } }, index) => ({
        node: name,
        heights: samples.map(({ nodes }) => nodes[index]?.height ?? null),
        pools: samples.map(({ nodes }) => nodes[index]?.pool ?? null),
      })),
    };
  }

  close(): void {
    this.#over.abort();
  }

  async #tick(): Promise<void> {
    do {
      this.#samples.push({
        atMs: performance.now() - this.#startedMs,
        received: this.#received(),
        nodes: this.#nodes.map(({ node, latest }) => (this.#affected.has(node.name) ? undefined : latest)),
      });
      if (this.#samples.length > MAX_SAMPLES) {
        this.#samples = this.#samples.filter((_, index) => index % 2 === 0);
        this.#everyMs *= 2;
      }
    } while (await this.#pause());
  }

  async #ask(sampled: Sampled): Promise<void> {
    const { name, node } = sampled.node;
    do {
      sampled.latest = this.#affected.has(name) ? undefined : await stateOf(node.client);
    } while (await this.#pause());
  }

  /** @returns whether it is to go on */
  async #pause(): Promise<boolean> {
    const { signal } = this.#over;
    await delay(this.#everyMs, undefined, { signal }).catch(() => undefined); // an abort ends it
    return !signal.aborted;
  }
}

/** Undefined where the node does not answer, which is nothing that has to be reported here. */
async function stateOf(client: TpsNode['node']['client']): Promise<Sampled['latest']> {
  const [height, pool] = [
    await client.call('getblockcount', [], { timeoutMs: TIMEOUT_MS }),
    await client.call('getmempoolinfo', [], { timeoutMs: TIMEOUT_MS }),
  ];
  if (height.type !== 'result' || pool.type !== 'result') return undefined;
  const { size } = pool.result as { readonly size?: unknown };
  return { height: Number(height.result), pool: Number(size) };
}
