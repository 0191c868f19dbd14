import type { TargetFile } from '../../engine/target-file.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import type { Fault } from './fault-proxy.ts';
import type { ProxiedTarget } from './proxied-target.ts';

/** How often a planted fault changed something while its case ran, by the id of the case with the fault. */
export type Applied = Map<string, number>;

const MARK = '!';

/** Id of a case on a node with a fault. */
export const plantedId = (caseId: string, fault: Fault): string => `${caseId}${MARK}${fault.name}`;

/** The target file with the baseline of each case repeated for the case with a planted fault, which has another id. */
export function forPlanted(file: TargetFile, cases: readonly Case[]): TargetFile {
  const planted = cases.filter(({ id }) => id.includes(MARK)).map(({ id }) => ({ id, plain: id.split(MARK, 1)[0] }));
  const baseline = Object.entries(file.baseline ?? {}).flatMap(([key, accepted]) => {
    const [caseId = '', ...check] = key.split('#');
    return [
      [key, accepted],
      ...planted.filter(({ plain }) => plain === caseId).map(({ id }) => [[id, ...check].join('#'), accepted]),
    ] as const;
  });
  return { ...file, baseline: Object.fromEntries(baseline) };
}

/**
 * The case on a node whose fault begins when the prerequisites of the case exist: it runs once without the fault, unless
 * it did in this world before, and then with it. So many faults share one world.
 */
export function planted(testCase: Case, fault: Fault, target: ProxiedTarget, applied: Applied): Case {
  const id = plantedId(testCase.id, fault);
  return {
    ...testCase,
    id,
    run: async (trial) => {
      if (!wasTried(testCase, trial)) await testCase.run(trial);
      trial.findings.length = 0;
      trial.calls.length = 0;
      const proxy = target.proxyOf(trial.node);
      proxy.plant(fault);
      try {
        await testCase.run(trial);
      } finally {
        applied.set(id, Math.max(applied.get(id) ?? 0, proxy.applied));
        proxy.clear();
      }
    },
  };
}

/** The case unchanged, recorded as run for `planted`. */
export function clean(testCase: Case): Case {
  return {
    ...testCase,
    run: async (trial) => {
      await testCase.run(trial);
      wasTried(testCase, trial);
    },
  };
}

const tried = new WeakMap<object, Set<string>>();

/** Whether this case ran in this world before; records that it did. */
function wasTried(testCase: Case, { world }: Trial): boolean {
  const known = tried.get(world) ?? new Set<string>();
  tried.set(world, known);
  const before = known.has(testCase.id);
  known.add(testCase.id);
  return before;
}
