import type { Finding } from '../engine/outcome.ts';

/** Their entries have one form, so that a payment without an entry is missing in each (document 1, Wallet transaction entry). */
const LISTS_OF_PAYMENTS: ReadonlySet<string> = new Set(['listtransactions', 'listsinceblock', 'gettransaction']);
const NO_ENTRY = /\bhas no (?:entry|detail)\b|\bno entry (?:is )?of\b/;
const COMPARED = /\(compared with the entries of (\w+)\)/;
const NUMBERS = /^the number of .+ is (\d+), expected (\d+)$/;
const ITEMS = / is (\[.*), expected (\[.*)$/;
const PAYMENTS = 'unlisted · payments';

/**
 * The cause of a finding that a payment of the wallet has no entry. A list that is shorter than expected belongs to it, if the run
 * has found such a payment; undefined for any other finding.
 */
export function unlistedPayment(
  method: string | null,
  { message }: Pick<Finding, 'message'>,
): { readonly key?: string; readonly headline: string; readonly joins: readonly string[] } | undefined {
  const reference = COMPARED.exec(message)?.[1];
  if (![method, reference].some((name) => LISTS_OF_PAYMENTS.has(name ?? ''))) return undefined;
  const [, category] = /\bcategory (\w+)/.exec(message) ?? [];
  const isMove = category !== undefined && category !== 'send' && category !== 'receive';
  if (NO_ENTRY.test(message) && isMove)
    return { key: `unlisted · ${category}`, headline: `there is no entry of category ${category}`, joins: [] };
  if (NO_ENTRY.test(message)) return { key: PAYMENTS, headline: 'the wallet does not list each payment of a transaction', joins: [] };
  const [found, expected] = lengthsIn(message);
  const isShort = reference !== undefined && reference !== method ? expected < found : found < expected;
  return isShort ? { headline: '', joins: [PAYMENTS] } : undefined;
}

/** How many items were found and expected: of lists those that are shown. */
function lengthsIn(message: string): readonly [number, number] {
  const [, found, expected] = NUMBERS.exec(message) ?? [];
  if (found !== undefined && expected !== undefined) return [Number(found), Number(expected)];
  const [, had, wanted] = ITEMS.exec(message) ?? [];
  return [itemsIn(had), itemsIn(wanted)];
}

const itemsIn = (list = '[]'): number => (list.startsWith('[]') ? 0 : list.split('","').length);
