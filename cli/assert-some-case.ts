import type { Plan } from '../engine/plan.ts';
import { UsageError } from './usage-error.ts';

/** Throws `UsageError` if the options of a command select no case. */
export function assertSomeCase({ cases }: Plan): void {
  if (cases.length === 0) throw new UsageError('no case matches all the given options', { remedy: 'list cases with pyx run --list' });
}
