import { ClosedRun } from './closed.ts';
import { OpenRun } from './open.ts';
import type { GeneratorFigures, GeneratorOptions } from './types.ts';

/** Puts load on a node and measures. Throws `GeneratorError` where no connection can be opened, `AddressError` for the address. */
export function generate(options: GeneratorOptions): Promise<GeneratorFigures> {
  const { model } = options;
  return model.type === 'open' ? new OpenRun(options, model.arrivals).run() : new ClosedRun(options).run();
}
