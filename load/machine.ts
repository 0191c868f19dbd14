import { loadavg, platform } from 'node:os';
import { thisEnvironment } from '../engine/environment.ts';
import type { Machine } from '../specs/model/generated/results/shared.d.ts';

/** This machine, as results name it. */
export function thisMachine(): Machine {
  return {
    ...thisEnvironment(),
    // Windows has no load average, and gives zeros.
    ...(platform() !== 'win32' && { loadBefore: loadavg()[0] ?? 0 }),
  };
}
