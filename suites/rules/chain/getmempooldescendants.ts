import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { onlyInPool } from '../support/pool-membership.ts';

export const getmempooldescendantsRules: readonly Case[] = [
  rule({ rule: 'getmempooldescendants/in-pool', effect: ['read'], run: (t) => onlyInPool(t, 'getmempooldescendants') }),
];
