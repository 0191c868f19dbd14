import { test } from 'vitest';
import { expectFound, titleOf } from './support/expect-found.ts';
import { nodeFaults } from './support/node-faults.ts';
import { platformFaults } from './support/platform-faults.ts';
import { transactionFaults } from './support/transaction-faults.ts';

for (const fault of [...transactionFaults, ...nodeFaults, ...platformFaults]) {
  if (fault.long === true) test(titleOf(fault), { timeout: 300_000 }, () => expectFound(fault));
}
