import { expect, test } from 'vitest';
import { stateCases } from '../suites/states/state-cases.ts';
import { expectFound, titleOf } from './support/expect-found.ts';
import { ignored, nodeFaults } from './support/node-faults.ts';
import { stateFaults } from './support/state-faults.ts';
import { platformFaults } from './support/platform-faults.ts';
import { transactionFaults } from './support/transaction-faults.ts';
import { outcomeText } from './support/try-cases.ts';
import { tryWithFault } from './support/try-model.ts';

for (const fault of [...stateFaults, ...transactionFaults, ...nodeFaults, ...platformFaults]) {
  if (fault.long !== true) test(titleOf(fault), () => expectFound(fault));
}

test('a row that no run reaches is named: a rescan that cannot be aborted', async () => {
  const found = 'states/rescan';
  const testCase = stateCases({ runs: 1, commands: 5 }).find(({ id }) => id === found);
  if (!testCase) throw new Error(`there is no case ${found}`);
  const outcome = await tryWithFault(testCase, 5, { name: 'abortrescan has no effect', found, make: () => ignored('abortrescan') });
  expect(outcome.status, outcomeText(outcome)).toBe('observed');
  expect(outcome.findings).toMatchObject([{ check: 'unreached', path: 'abort-rescan' }]);
  expect(outcome.hits).toContain('s:import-with-rescan');
});
