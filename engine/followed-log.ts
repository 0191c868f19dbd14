import type { RunningNode } from '../fixtures/targets/types.ts';

/** Lines kept of what a node logged, at most. */
const MAX_LINES = 20;
/** Characters of them, at most. */
const MAX_CHARACTERS = 4_096;
/** Of a longer line nothing is kept: it may have been cut within a secret, whose half would not be masked. */
const MAX_LINE_CHARACTERS = 1_000;
const LEFT_OUT = `(a line of more than ${MAX_LINE_CHARACTERS} characters)`;

/** Returns the last lines that a node has logged since; undefined if there are none, or the node is not one that Pyx started. */
export type FollowedLog = () => readonly string[] | undefined;

/**
 * Follows what a node logs from now on. That costs next to nothing: the lines are read when they are asked for. The credentials of the node
 * are masked in them; other secrets are where the lines are written.
 */
export function followLog(node: Pick<RunningNode, 'linesFromNow'>): FollowedLog {
  const lines = node.linesFromNow?.();
  return () => {
    const last = excerptOf(lines?.() ?? []);
    return last.length === 0 ? undefined : last;
  };
}

function excerptOf(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let left = MAX_CHARACTERS;
  for (const line of lines.slice(-MAX_LINES).toReversed()) {
    const shown = line.length > MAX_LINE_CHARACTERS ? LEFT_OUT : line;
    left -= shown.length + 1;
    if (left < 0) break;
    kept.unshift(shown);
  }
  return kept;
}
