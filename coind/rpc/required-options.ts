import type { NodeOptions } from '../options/node-options.ts';
import { RpcCode, RpcError } from './errors.ts';
import type { MethodSpec } from './method-table.ts';

/** By the name of an option that methods require: whether a node was started with it. `value` is what stands after the `=`. */
const optionChecks: { readonly [name: string]: (options: NodeOptions, value: string | undefined) => boolean } = {
  '-deprecatedrpc': ({ deprecatedRpc }, value) => value !== undefined && deprecatedRpc.includes(value),
  '-tpstest': ({ tpstest }) => tpstest,
  '-extclient': ({ extClient }) => extClient !== undefined,
};

/**
 * What every call of a method is refused with on a node that was started without the option that the method requires;
 * undefined where there is nothing to refuse. Throws where it is not known how to check for the option.
 */
export function missingOption(
  { id, deprecated, requiresOption }: Pick<MethodSpec, 'id' | 'deprecated' | 'requiresOption'>,
  options: NodeOptions,
): RpcError | undefined {
  if (requiresOption === undefined) return undefined;
  const [name = '', value] = requiresOption.split('=');
  const isGiven = optionChecks[name];
  if (isGiven === undefined) throw new Error(`${id} requires ${requiresOption}, for which there is no check`);
  if (isGiven(options, value)) return undefined;
  if (deprecated === undefined) return new RpcError(RpcCode.misc, `${id} is not available: start coind with ${requiresOption}.`);
  return new RpcError(
    RpcCode.methodDeprecated,
    `${id} is deprecated and will be fully removed in V0.18. To use this command, start coind with ${requiresOption}.`,
  );
}
