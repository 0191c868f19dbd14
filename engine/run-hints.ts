import type { Target } from '../fixtures/targets/types.ts';
import type { Plan } from './plan.ts';
import { oldFormNote, type TargetFile } from './target-file.ts';

/** Remarks for the reports that are known before the first case: what was named and is not tried, and what the node needs. */
export function runHints({
  plan,
  target,
  targetFile,
}: {
  plan: Plan;
  target: Pick<Target, 'capabilities'>;
  targetFile: TargetFile | undefined;
}): string[] {
  const { startOptions = [], file = '' } = targetFile ?? {};
  const writes = plan.cases.some(({ effect }) => effect.some((kind) => kind !== 'read'));
  const old = oldFormNote(targetFile);
  return [
    ...(old === undefined ? [] : [old]),
    ...(plan.aboutNone === undefined ? [] : [aboutNoneNote(plan.aboutNone)]),
    ...(plan.withoutCase ?? []).map((method) => `no case of ${method} is selected: none fits the other options`),
    ...(startOptions.length > 0 && writes && !target.capabilities.startNodes
      ? [`${file} has start options, which a node that Pyx did not start must have been given: ${startOptions.join(' ')}`]
      : []),
  ];
}

function aboutNoneNote({ count, suites }: NonNullable<Plan['aboutNone']>): string {
  const [cases, are] = count === 1 ? ['case', 'is'] : ['cases', 'are'];
  return `${count} ${cases} of ${suites.join(', ')} that ${are} about no method, and call one that was named, ${are} not selected: name ${suites.length === 1 ? 'the suite' : 'the suites'} by --suite`;
}
