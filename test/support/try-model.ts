import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { neutralNames } from '../../specs/model/names.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Case } from '../../engine/case.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { FaultyClient } from '../../suites/selfcheck/faulty-client.ts';
import { FaultyTarget } from '../../suites/selfcheck/faulty-target.ts';
import type { StateFault } from './state-faults.ts';
import { coindUnobserved, tryCases } from './try-cases.ts';

/** The target with a fault that each of its nodes has from the first answer on. */
const faulty = (inner: Target, { make, remembers = false }: StateFault): Target =>
  new FaultyTarget(
    inner,
    (client) => {
      const altered = new FaultyClient(client, { specification, names: neutralNames });
      altered.plant(make());
      return altered;
    },
    // What a fault remembers would not be restored with the node.
    remembers ? { snapshots: false } : {},
  );

/** Runs the case of a model on coind with a fault. */
export async function tryWithFault(testCase: Case, seed: number, fault: StateFault): Promise<Outcome> {
  const target = faulty(await openTarget('embedded', { env: {} }), fault);
  try {
    const outcome = (await tryCases([testCase], target, seed, { file: coindUnobserved })).get(testCase.id);
    if (!outcome) throw new Error(`${testCase.id} has no outcome`);
    return outcome;
  } finally {
    await target.close();
  }
}
