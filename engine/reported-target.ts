import type { Target } from '../fixtures/targets/types.ts';
import type { NodeInfo, Prepared } from './prepare.ts';

/** The node under test, as in every report. */
export interface ReportedTarget extends NodeInfo {
  /** The value of `--target`, without credentials: `process:litecoind`. */
  readonly name: string;
  readonly kind: Target['kind'];
  /** The target file, or null if there is none. */
  readonly targetFile: string | null;
}

/** @param prepared the node of this target. */
export function reportedTarget({ name, kind }: Target, { info, targetFile }: Pick<Prepared, 'info' | 'targetFile'>): ReportedTarget {
  const { version, subversion, chain } = info;
  return { name, kind, version, subversion, chain, targetFile: targetFile?.file ?? null };
}
