import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { withClient } from '../../fixtures/targets/with-client.ts';
import { neutralNames } from '../../specs/model/names.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Case, Outcome } from '../../engine/types.ts';
import { FaultyClient } from '../../suites/selfcheck/faulty-client.ts';
import type { StateFault } from './state-faults.ts';
import { coindUnobserved, tryCases } from './try-cases.ts';

/** The target with a fault that each of its nodes has from the first answer on. */
const faulty = (inner: Target, { make, remembers = false }: StateFault): Target => ({
  kind: inner.kind,
  name: inner.name,
  // What a fault remembers would not be restored with the node.
  capabilities: { ...inner.capabilities, snapshots: inner.capabilities.snapshots && !remembers },
  setStartOptions: (options) => inner.setStartOptions(options),
  start: async (profile, options) => {
    const node = await inner.start(profile, options);
    const client = new FaultyClient(node.client, { specification, names: neutralNames });
    client.plant(make());
    return withClient(node, client);
  },
  close: () => inner.close(),
});

/** Runs the case of a model on coind with a fault. */
export async function tryWithFault(one: Case, seed: number, fault: StateFault): Promise<Outcome> {
  const target = faulty(await openTarget('embedded', { env: {} }), fault);
  try {
    const outcome = (await tryCases([one], target, seed, { file: coindUnobserved })).get(one.id);
    if (!outcome) throw new Error(`${one.id} has no outcome`);
    return outcome;
  } finally {
    await target.close();
  }
}
