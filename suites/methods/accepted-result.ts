import type { Trial } from '../../engine/trial.ts';
import { METHOD_NOT_FOUND } from '../../fixtures/world/error-codes.ts';
import type { WorldCallOptions } from '../../fixtures/world/world.ts';
import { illustrativeArgument } from '../../specs/model/identifiers.ts';
import type { Method } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { setupOf } from './setups.ts';

/**
 * The result of a call that must be accepted. Where the node may lack the subject of the call, and refuses, the case is
 * inapplicable with the reason; a missing method is still a finding.
 */
export async function acceptedResult(
  trial: Trial,
  method: Method,
  args: { readonly [name: string]: Wire },
  options?: WorldCallOptions,
): Promise<Wire> {
  const { mayLack } = setupOf(method.id);
  const illustrative = illustrativeArgument(trial.specification.spec, method, Object.keys(args));
  const why =
    mayLack ??
    (illustrative === undefined
      ? undefined
      : `the value of ${illustrative} is that of an illustrative example, and need not exist on the service: give an example of one that does`);
  if (why === undefined) return trial.result(method, args, options);
  const answer = await trial.call(method.id, args, options);
  if (answer.ok) return answer.result;
  const { code, message } = answer.error;
  if (code === METHOD_NOT_FOUND) return trial.reportRefusal(method.id, answer.error);
  return trial.inapplicable(`${why}; the node refused with ${code} ${message.split('\n', 1)[0]}`);
}
