import type { Trial } from '../../../engine/trial.ts';

/** An unused path in the scratch directory of the node. The case is inapplicable if the node has no scratch directory. */
export function scratchPath(t: Trial, suffix = ''): string {
  const { scratchDir } = t.node;
  if (scratchDir === undefined) t.inapplicable('Pyx knows no directory in which the node may write files');
  return `${scratchDir}/pyx-${t.random.hex(8)}${suffix}`;
}
