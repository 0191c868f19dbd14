/**
 * What differs between a node and what is expected of it: the identity of a finding, equal in each case, suite and command that meets
 * the same difference, and free of the ids of cases. An entry of an `accepted` list has the same members; see `covers`.
 */
export interface Difference {
  /** Neutral id of the method. Undefined: it is about the call itself (HTTP, JSON, JSON-RPC), or about the node. */
  readonly method?: string;
  /** Variant of the result, if the method has several. */
  readonly variant?: string;
  /** Field path without indexes and data keys: `tx[].vin[].txid`, `{}.size`. */
  readonly path?: string;
  readonly check: string;
  /** Id of the sentence or relation that does not hold, unless the other members name it. */
  readonly rule?: string;
  /** The argument that the call is about: `options.feeRate`. */
  readonly argument?: string;
  /** How the argument was given, if that matters: a listed value, one of several types, what is wrong with an invalid value. */
  readonly value?: string;
  /** What came instead: a JSON type, `missing`, `error -8`. */
  readonly found?: string;
  /** Of a refused call: the optional arguments that it had, each also with its type and short value (`verbosity=1`, `amount:string`). */
  readonly given?: readonly string[];
}

/** What an entry names, and what is shown of a difference, in this order. */
export const differenceMembers = ['method', 'variant', 'path', 'check', 'rule', 'argument', 'value', 'found'] as const;

/** The members that an entry has. */
export type What = Omit<Difference, 'given'>;

/** Check of the identity of every call that is refused although the documents describe a result. */
export const REFUSED = 'refused';
/** Check of a call that is refused while a prerequisite is made. */
export const WORLD = 'world';

/** The members of a difference that an entry has. */
export function whatOf(difference: Difference): What {
  const { given: _, ...what } = difference;
  return what;
}

/** A text that is equal for equal differences. */
export const differenceKey = (difference: Difference): string => JSON.stringify(differenceMembers.map((name) => difference[name] ?? null));

/**
 * Whether an entry covers a difference. What the difference has, the entry must name; only `variant` and `found` may be left open. A
 * refused call is covered whatever its case is about, if it had the argument that the entry names: it is refused for that; so is one
 * that was made for a prerequisite.
 */
export function covers(what: What, difference: Difference): boolean {
  const isSameCheck = what.check === difference.check || (what.check === REFUSED && difference.check === WORLD);
  if (!isSameCheck || what.method !== difference.method || what.path !== difference.path) return false;
  if (what.variant !== undefined && what.variant !== difference.variant) return false;
  if (what.found !== undefined && what.found !== difference.found) return false;
  if (what.check === REFUSED && what.rule === undefined) return what.argument === undefined || hadArgument(what, difference);
  return what.rule === difference.rule && what.argument === difference.argument && what.value === difference.value;
}

function hadArgument({ argument, value }: What, difference: Difference): boolean {
  if (difference.argument === argument && difference.value === value) return true;
  const { given = [] } = difference;
  return value === undefined
    ? given.includes(`${argument}`)
    : given.includes(`${argument}=${value}`) || given.includes(`${argument}:${value}`);
}

/** A difference in one line: `getblock (verbosity=2) tx[].blockhash: presence, missing`. */
export function differenceText({ method, variant, path, check, rule, argument, value, found }: Difference): string {
  const subject = [
    ...(method === undefined ? [] : [method]),
    ...(variant === undefined ? [] : [`(${variant})`]),
    ...(path === undefined || path === '' ? [] : [path]),
    ...(argument === undefined ? [] : [`with ${argument}${value === undefined ? '' : ` ${value}`}`]),
  ].join(' ');
  const rest = [check, ...(found === undefined ? [] : [found])].join(', ');
  const of = rule === undefined ? '' : `${subject === '' ? '' : ' '}[${rule}]`;
  return `${subject}${of}: ${rest}`;
}
