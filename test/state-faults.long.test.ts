import { test } from 'vitest';
import { expectFound, titleOf } from './support/expect-found.ts';
import { nodeFaults } from './support/node-faults.ts';
import { platformFaults } from './support/platform-faults.ts';
import { stateFaults } from './support/state-faults.ts';
import { transactionFaults } from './support/transaction-faults.ts';

for (const fault of [...stateFaults, ...transactionFaults, ...nodeFaults, ...platformFaults]) {
  if (fault.long === true) test(titleOf(fault), { timeout: 1_200_000 }, () => expectFound(fault));
}
