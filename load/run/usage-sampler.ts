import type { RunningNode } from '../../fixtures/targets/types.ts';
import type { Usage } from '../../fixtures/targets/usage.ts';
import type { NodeUsage } from '../../specs/model/generated/results/shared.d.ts';

const EVERY_MS = 1_000;

/** A node, under the name that results give it. */
export type UsedNode = Pick<RunningNode, 'name' | 'usage'>;

/** What a node has used since it was started. */
export interface SampledUsage extends Usage {
  /** Since the sampling began. */
  readonly atMs: number;
  /** Of a core, since the sample before. Undefined of the first sample, and of one that is too short for a share. */
  readonly cpuPercent: number | undefined;
}

/** Receives what a node has used, whenever that is sampled. */
export type OnUsage = (node: string, usage: SampledUsage) => void;

interface Sampled {
  readonly node: UsedNode;
  /** CPU time before the first sample. */
  readonly firstCpuMs: number;
  last: { readonly atMs: number; readonly cpuMs: number };
  /** Of the processes of the node before the present one. */
  earlierCpuMs: number;
  processCpuMs: number;
  readonly samples: { atMs: number; cpuPercent: number; memoryBytes: number }[];
}

/** Samples what nodes use of the machine, once a second, until it is stopped. Nodes of which nothing is known are left out. */
export class UsageSampler {
  readonly #startedAt = performance.now();
  readonly #nodes: Sampled[] = [];
  readonly #onUsage: OnUsage | undefined;
  readonly #timer: NodeJS.Timeout;
  #sampling: Promise<void> = Promise.resolve();

  /** Takes the first sample of each node. */
  static async start(nodes: readonly UsedNode[], onUsage?: OnUsage): Promise<UsageSampler> {
    const first = await Promise.all(nodes.map(async (node) => ({ node, usage: await node.usage() })));
    const known = first.flatMap(({ node, usage }) => (usage ? [{ node, usage }] : []));
    for (const { node, usage } of known) onUsage?.(node.name, { ...usage, atMs: 0, cpuPercent: undefined });
    return new UsageSampler(
      known.map(({ node, usage }) => ({ node, cpuMs: usage.cpuMs })),
      onUsage,
    );
  }

  /** Samples while `work` is done. Returns its value with what the nodes used meanwhile; throws what it throws. */
  static async during<T>(
    nodes: readonly UsedNode[],
    work: () => Promise<T>,
    onUsage?: OnUsage,
  ): Promise<{ readonly value: T; readonly usage: NodeUsage[] }> {
    const sampler = await UsageSampler.start(nodes, onUsage);
    try {
      return { value: await work(), usage: await sampler.stop() };
    } finally {
      clearInterval(sampler.#timer);
    }
  }

  private constructor(nodes: readonly { readonly node: UsedNode; readonly cpuMs: number }[], onUsage: OnUsage | undefined) {
    this.#onUsage = onUsage;
    for (const { node, cpuMs } of nodes)
      this.#nodes.push({ node, firstCpuMs: cpuMs, last: { atMs: 0, cpuMs }, earlierCpuMs: 0, processCpuMs: cpuMs, samples: [] });
    this.#timer = setInterval(() => {
      this.#sampling = this.#sampling.then(() => this.#sample());
    }, EVERY_MS);
  }

  /** Takes the last sample. */
  async stop(): Promise<NodeUsage[]> {
    clearInterval(this.#timer);
    await this.#sampling;
    await this.#sample();
    return this.#nodes.map(({ node, firstCpuMs, last, samples }) => ({
      node: node.name,
      cpuMs: last.cpuMs - firstCpuMs,
      peakMemoryBytes: Math.max(0, ...samples.map(({ memoryBytes }) => memoryBytes)),
      samples,
    }));
  }

  async #sample(): Promise<void> {
    for (const sampled of this.#nodes) {
      const usage = await sampled.node.usage();
      const atMs = performance.now() - this.#startedAt;
      if (!usage || atMs <= sampled.last.atMs) continue;
      // A node that was started again counts from 0.
      if (usage.cpuMs < sampled.processCpuMs) sampled.earlierCpuMs += sampled.processCpuMs;
      sampled.processCpuMs = usage.cpuMs;
      const cpuMs = sampled.earlierCpuMs + usage.cpuMs;
      const cpuPercent = (100 * (cpuMs - sampled.last.cpuMs)) / (atMs - sampled.last.atMs);
      // Of a much shorter time, as at the end, CPU time is too coarse for a share: it counts in the total alone.
      const isShort = atMs - sampled.last.atMs < EVERY_MS / 2 && sampled.samples.length > 0;
      if (!isShort) sampled.samples.push({ atMs, cpuPercent, memoryBytes: usage.memoryBytes });
      this.#onUsage?.(sampled.node.name, { ...usage, atMs, cpuPercent: isShort ? undefined : cpuPercent });
      sampled.last = { atMs, cpuMs };
    }
  }
}
