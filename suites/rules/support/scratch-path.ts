import type { Trial } from '../../../engine/trial.ts';

/** A path in the node's scratch directory that nothing has; ends the case where the node has no such directory. */
export function scratchPath(t: Trial, suffix = ''): string {
  const { scratchDir } = t.node;
  if (scratchDir === undefined) t.inapplicable('no directory is known in which the node may write files');
  return `${scratchDir}/pyx-${t.random.hex(8)}${suffix}`;
}
