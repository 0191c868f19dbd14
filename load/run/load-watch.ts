import type { CallWatch, SecondFigures } from '../generator/types.ts';
import type { OnUsage } from './usage-sampler.ts';

/** Receives the figures of a load while it goes on, without those of its warm-ups. */
export interface LoadWatch {
  readonly calls?: CallWatch | undefined;
  readonly onSecond?: ((second: SecondFigures) => void) | undefined;
  readonly onUsage?: OnUsage | undefined;
}
