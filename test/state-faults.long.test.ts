import { test } from 'vitest';
import { expectFound, titleOf } from './support/expect-found.ts';
import { nodeFaults } from './support/node-faults.ts';
import { transactionFaults } from './support/transaction-faults.ts';

for (const fault of [...transactionFaults, ...nodeFaults]) {
  if (fault.long === true) test(titleOf(fault), { timeout: 300_000 }, () => expectFound(fault));
}
