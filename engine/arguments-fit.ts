import { toPlain } from '../client/wire-json.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Method } from '../specs/model/types.ts';
import type { Wire } from '../specs/model/wire.ts';

/**
 * Whether the documents describe a call with these positional arguments, after those of a subcommand: there are no more than they
 * state, none that is required is missing, and each fits its description.
 */
export function argumentsFit(specification: Specification, method: Method, args: readonly Wire[]): boolean {
  if (args.length > method.params.length) return false;
  return method.params.every(({ name, required }, index) => {
    const value = args[index];
    if (value === undefined || value === null) return !required;
    return specification.paramValidator(method, name)?.(toPlain(value)) !== false;
  });
}
