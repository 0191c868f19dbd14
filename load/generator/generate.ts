import { OpenRun } from './open.ts';
import type { GeneratorFigures, GeneratorOptions } from './types.ts';

/** Puts load on a node and measures. Throws `GeneratorError` where no connection can be opened, `AddressError` for the address. */
export async function generate(options: GeneratorOptions): Promise<GeneratorFigures> {
  const { model } = options;
  if (model.type === 'closed') throw new Error('the closed model is not written yet');
  return new OpenRun(options, model.arrivals).run();
}
