import type { Names } from './names.ts';

/** Fewer matching methods may be a coincidence: `assetburn` does not mean that `asset` is a brand. */
const LEAST_METHODS = 3;
const WORD = '[a-z][a-z0-9]{0,30}';

/**
 * The brands in the method names of a node, guessed from the methods that the specification writes with tokens
 * (`{coin}txfund`); undefined if no single word precedes enough of their endings. Brands that no name shows are left out.
 */
export function guessNames(branded: readonly string[], listed: readonly string[]): Partial<Names> | undefined {
  const byCoin = new Map<string, number>();
  for (const template of branded) {
    const [, ending] = /^\{coin\}([a-z]+)$/.exec(template) ?? [];
    if (ending === undefined) continue;
    for (const name of listed) {
      const [, coin] = new RegExp(`^(${WORD})${ending}$`).exec(name) ?? [];
      if (coin !== undefined) byCoin.set(coin, (byCoin.get(coin) ?? 0) + 1);
    }
  }
  const [best] = [...byCoin].sort(([, a], [, b]) => b - a);
  if (!best || best[1] < LEAST_METHODS) return undefined;
  const [coin] = best;
  const found: { -readonly [N in keyof Names]?: string } = { coin };
  for (const token of ['ext', 'extclient'] as const) {
    const word = branded.map((template) => wordOf(template, coin, token, listed)).find((candidate) => candidate !== undefined);
    if (word !== undefined) found[token] = word;
  }
  return found;
}

/** The word for the token in the node's name of a method with the coin's brand and this token. */
function wordOf(template: string, coin: string, token: string, listed: readonly string[]): string | undefined {
  if (!template.startsWith('{coin}') || !template.includes(`{${token}}`)) return undefined;
  const expression = new RegExp(`^${template.replace('{coin}', coin).replace(`{${token}}`, `(${WORD})`)}$`);
  return listed.map((name) => expression.exec(name)?.[1]).find((word) => word !== undefined);
}
