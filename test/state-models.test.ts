import { expect, test } from 'vitest';
import { stateCases } from '../suites/states/state-cases.ts';
import { stateFaults } from './support/state-faults.ts';
import { outcomeText } from './support/try-cases.ts';
import { tryWithFault } from './support/try-model.ts';

/** Within so many random sequences each fault must be found, without the tour. */
const SETTINGS = { runs: 200, commands: 20, tour: false };
/** A sequence that shows a fault has at most so many commands. */
const SHORT = 6;

for (const fault of stateFaults) {
  const { name, found } = fault;
  test(`${name}: found by ${found} in a random sequence, and shown by at most ${SHORT} commands`, { timeout: 300_000 }, async () => {
    const one = stateCases(SETTINGS).find(({ id }) => id === found);
    if (!one) throw new Error(`there is no case ${found}`);
    const outcome = await tryWithFault(one, 5, fault);
    expect(outcome.status, outcomeText(outcome)).toBe('failed');
    expect(outcome.flaky, outcomeText(outcome)).toBeUndefined();
    const [finding] = outcome.findings;
    expect(finding?.evidence).toBe('document');
    const commands = /after the shortest sequence found, (\d+) commands: /.exec(finding?.message ?? '')?.[1];
    if (commands === undefined) expect(finding?.message).toContain('after one command: ');
    else expect(Number(commands), finding?.message).toBeLessThanOrEqual(SHORT);
  });
}
