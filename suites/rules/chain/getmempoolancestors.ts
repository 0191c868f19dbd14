import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { onlyInPool } from '../support/pool-membership.ts';

export const getmempoolancestorsRules: readonly Case[] = [
  rule({ rule: 'getmempoolancestors/in-pool', effect: ['read'], run: (t) => onlyInPool(t, 'getmempoolancestors') }),
];
