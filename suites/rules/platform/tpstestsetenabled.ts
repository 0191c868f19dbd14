import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';

const refusedWithout = async (t: Trial): Promise<void> =>
  void (await t.refused('tpstestsetenabled', { enabled: t.random.integer(0, 1) === 1 }, 'the node was not started with -tpstest'));

/** The generated cases check that the test can be enabled with the option: they run on nodes started with it. */
export const tpstestsetenabledRules: readonly Case[] = [
  rule({ rule: ['tpstestsetenabled/fails-without-option', 'tpstestsetenabled/requires-option'], effect: ['network'], run: refusedWithout }),
  row({ table: 'errors', row: 'tpstestsetenabled-option', effect: ['network'], run: refusedWithout }),
];
