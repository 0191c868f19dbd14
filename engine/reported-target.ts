import type { Target } from '../fixtures/targets/types.ts';
import type { ReportedTarget } from '../specs/model/generated/results/shared.d.ts';
import type { Prepared } from './prepare.ts';

export type { ReportedTarget };

/** @param prepared the node of this target. */
export function reportedTarget({ name, kind }: Target, { info, targetFile }: Pick<Prepared, 'info' | 'targetFile'>): ReportedTarget {
  const { version, subversion, chain } = info;
  return { name, kind, version, subversion, chain, targetFile: targetFile?.file ?? null };
}
