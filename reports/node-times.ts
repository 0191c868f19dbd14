import type { TimeLine } from '../engine/journal-lines.ts';
import type { TimedOutcome } from './sink.ts';

/** When a node ran, in milliseconds since the start of the run, and what was run on it. */
export interface NodeTime {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly cases: number;
  readonly failed: number;
  /** It died or stopped answering. */
  readonly lost: boolean;
}

type Growing = { -readonly [name in keyof NodeTime]: NodeTime[name] };

/** More nodes than a time line can show are not recorded. */
const NODES = 3_000;
const LOSSES: ReadonlySet<string> = new Set(['died', 'unresponsive']);

/** Collects when the nodes of a run were in use. */
export class NodeTimes {
  readonly #nodes = new Map<string, Growing>();

  time({ node, ms, atMs }: TimeLine & { readonly atMs: number }): void {
    this.#extend(node, atMs - ms, atMs);
  }

  outcome({ node, durationMs, atMs, status, findings }: TimedOutcome): void {
    const known = this.#extend(node, atMs - durationMs, atMs);
    if (!known) return;
    known.cases++;
    if (status === 'failed') known.failed++;
    if (findings.some(({ check }) => LOSSES.has(check))) known.lost = true;
  }

  /** In the order of their starts. */
  list(): NodeTime[] {
    return [...this.#nodes.values()].sort((a, b) => a.fromMs - b.fromMs);
  }

  #extend(name: string | undefined, fromMs: number, toMs: number): Growing | undefined {
    if (name === undefined) return undefined;
    let node = this.#nodes.get(name);
    if (!node) {
      if (this.#nodes.size >= NODES) return undefined;
      node = { name, fromMs: Math.max(0, fromMs), toMs, cases: 0, failed: 0, lost: false };
      this.#nodes.set(name, node);
    }
    node.fromMs = Math.max(0, Math.min(node.fromMs, fromMs));
    node.toMs = Math.max(node.toMs, toMs);
    return node;
  }
}

/** The nodes on as few lanes as possible: those of one lane ran one after another. */
export function lanesOf(nodes: readonly NodeTime[]): NodeTime[][] {
  const lanes: NodeTime[][] = [];
  for (const node of nodes) {
    const free = lanes.find((lane) => (lane.at(-1)?.toMs ?? 0) <= node.fromMs);
    if (free) free.push(node);
    else lanes.push([node]);
  }
  return lanes;
}
