import type { Method } from '../../specs/model/types.ts';

/** Submits transactions that a load signs beforehand. */
const SUBMITS = 'sendrawtransaction';
/** What these do to a wallet ends with it what other calls of a load need. */
const OF_WALLETS: ReadonlySet<string> = new Set([
  ...(['createwallet', 'loadwallet', 'unloadwallet', 'importwallet', 'sethdseed'] as const),
  ...(['walletlock', 'walletpassphrase', 'walletpassphrasechange'] as const),
]);

/** Why a load does not make calls of this method: they would change what the others are made from, or the node itself; undefined if it does. */
export function leftOutReason({ id, variants }: Method): string | undefined {
  const does = (effect: string): boolean => variants.some((variant) => (variant.effect as readonly string[]).includes(effect));
  if (does('process')) return `${id} ends or changes the process of the node`;
  if (does('network')) return `${id} changes with whom the node speaks, or what it tells them`;
  if (OF_WALLETS.has(id)) return `${id} makes, opens, closes or locks a wallet`;
  return does('chain') && !does('wallet') && id !== SUBMITS ? `${id} makes or takes off blocks` : undefined;
}
