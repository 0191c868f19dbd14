import { expect } from 'vitest';
import { stateCases } from '../../suites/states/state-cases.ts';
import type { StateFault } from './state-faults.ts';
import { outcomeText } from './try-cases.ts';
import { tryWithFault } from './try-model.ts';

/** Within so many random sequences each fault must be found, without the tour. */
const SETTINGS = { runs: 200, commands: 20, tour: false };
/** A sequence that shows a fault has at most so many commands. */
const SHORT = 6;
const SEQUENCE = /after (?:one command|the shortest sequence found, (\d+) commands): /;

export const titleOf = ({ name, found }: StateFault): string =>
  `${name}: found by ${found} in a random sequence, and shown by at most ${SHORT} commands`;

/** Tries a node with the fault; expects that its model finds and confirms it, and shows it by a short sequence. */
export async function expectFound(fault: StateFault): Promise<void> {
  const testCase = stateCases(SETTINGS).find(({ id }) => id === fault.found);
  if (!testCase) throw new Error(`there is no case ${fault.found}`);
  const outcome = await tryWithFault(testCase, 5, fault);
  expect(outcome.status, outcomeText(outcome)).toBe('failed');
  // Findings that do not end a run come first, without a sequence.
  const finding = outcome.findings.find(({ message }) => SEQUENCE.test(message));
  expect(finding, outcomeText(outcome)).toBeDefined();
  expect(['document', 'standard']).toContain(finding?.evidence);
  const commands = SEQUENCE.exec(finding?.message ?? '')?.[1];
  if (commands !== undefined) expect(Number(commands), finding?.message).toBeLessThanOrEqual(SHORT);
}
