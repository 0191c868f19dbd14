import { expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { openProvision } from '../provision/open-provision.ts';
import type { ProvisionStep } from '../provision/results.ts';
import { openRegistry, runProvision } from '../provision/run-provision.ts';
import { neutralNames } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import { FaultyClient } from '../suites/selfcheck/faulty-client.ts';
import { FaultyTarget } from '../suites/selfcheck/faulty-target.ts';
import type { Alteration } from '../suites/selfcheck/types.ts';

/** The last step of a provisioning on coind with a fault. */
async function lastStep(fault: Alteration): Promise<ProvisionStep> {
  const target = new FaultyTarget(await openTarget('embedded', { env: {} }), (client) => {
    const altered = new FaultyClient(client, { specification, names: neutralNames });
    altered.plant(fault);
    return altered;
  });
  try {
    const { session } = await openProvision({ target, secrets: new Secrets(), seed: 3 });
    const { world } = session;
    const { complete, steps } = await runProvision({ world, registry: await openRegistry(world, 3) });
    expect(complete).toBe(false);
    return steps.at(-1)!;
  } finally {
    await target.close();
  }
}

test.each<[name: string, title: string, problem: string, fault: Alteration]>([
  [
    'burns nothing',
    'Burn the whole supply',
    'total_supply is 1000.00000000 after all of it was burnt',
    { instead: ({ id }) => (id === 'assetallocationburn' ? { type: 'result', result: 'ab'.repeat(32), durationMs: 0 } : undefined) },
  ],
  [
    'refuses to mint',
    'Mint the whole supply',
    'assetsend was not answered with a result: error -4, no',
    { instead: ({ id }) => (id === 'assetsend' ? { type: 'error', error: { code: -4, message: 'no' }, durationMs: 0 } : undefined) },
  ],
])('a node that %s: the step "%s" fails', async (_name, title, problem, fault) => {
  const step = await lastStep(fault);
  expect([step.title, step.problems]).toEqual([title, expect.arrayContaining([problem])]);
});
