import { toPlain } from '../../client/wire-json.ts';
import type { Effect, Method } from '../../specs/model/types.ts';
import { variantFor } from '../../specs/model/variants.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** Submits transactions that a load signs beforehand. */
const SUBMITS = 'sendrawtransaction';
/** What these do to a wallet ends with it what other calls of a load need. */
const OF_WALLETS: ReadonlySet<string> = new Set([
  ...(['createwallet', 'loadwallet', 'unloadwallet', 'importwallet', 'sethdseed'] as const),
  ...(['walletlock', 'walletpassphrase', 'walletpassphrasechange'] as const),
]);

/** Why a load does not make such a call: they would change what the others are made from, or the node itself; undefined if it does. */
export function leftOutReason(method: Method, args: { readonly [name: string]: Wire | undefined }): string | undefined {
  const { id, variants } = method;
  const variant = variantFor(method, toPlain(args as Wire) as Record<string, unknown>);
  const effects: readonly Effect[] = variant?.effect ?? variants.flatMap(({ effect }) => effect);
  const does = (effect: Effect): boolean => effects.includes(effect);
  if (does('process')) return `${id} ends or changes the process of the node`;
  if (does('network')) return `${id} changes with whom the node speaks, or what it tells them`;
  if (OF_WALLETS.has(id)) return `${id} makes, opens, closes or locks a wallet`;
  return does('chain') && !does('wallet') && id !== SUBMITS ? `${id} changes the chain, or what the node makes of it` : undefined;
}
