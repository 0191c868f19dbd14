import { fieldsOf } from '../specs/model/fields.ts';
import { nearest } from '../specs/model/nearest.ts';
import type { Specification } from '../specs/model/spec.ts';
import { specification as own } from '../specs/model/specification.ts';
import type { Method, Variant } from '../specs/model/types.ts';
import { walk } from '../specs/model/walk.ts';
import { changeRules } from '../specs/compare/change-rules.ts';
import type { Acceptance } from './acceptance.ts';
import { ACCEPTANCE_CHECKS } from './acceptance-standing.ts';
import { checkNames, isCheck, MALFORMED_REQUEST } from './checks.ts';
import { differenceText, type What } from './difference.ts';
import type { Finding } from './outcome.ts';

/** A name is compared with every known one: a list may have any number of misspelt ones. */
const MAX_SUGGESTIONS = 20;
/** Checks of a result, whose paths are those of its description. */
const OF_RESULTS: ReadonlySet<string> = new Set(['type', 'presence', 'value', 'amount', 'column']);

/**
 * Findings for accepted differences that name a method, variant, path, rule, argument or check that does not exist: they accept nothing.
 * `rules`: the ids of all sentences and relations; undefined if they are not known.
 */
export function unknownNames(
  acceptances: readonly Acceptance[],
  specification: Specification,
  rules: ReadonlySet<string> | undefined,
): Finding[] {
  let suggested = 0;
  return acceptances.flatMap(({ what, file, line }): Finding[] => {
    const unknown = unknownName(what, specification, rules);
    if (!unknown) return [];
    // The run of another standard shows nothing of what only Pyx's own one has: the target file of the release may have entries for it.
    if (specification !== own && !unknownName(what, own, undefined)) return [];
    const { kind, name, known } = unknown;
    const similar = suggested++ < MAX_SUGGESTIONS ? nearest(name, known, 3) : [];
    return [
      {
        check: ACCEPTANCE_CHECKS.unknown,
        evidence: 'baseline',
        source: `${file}:${line}`,
        message: `the accepted difference "${differenceText(what)}" names ${kind} that does not exist: ${name}${similar.length > 0 ? `; similar: ${similar.join(', ')}` : ''}`,
      },
    ];
  });
}

interface UnknownName {
  /** With its article: `a method`. */
  readonly kind: string;
  readonly name: string;
  readonly known: readonly string[];
}

function unknownName(what: What, specification: Specification, rules: ReadonlySet<string> | undefined): UnknownName | undefined {
  const { method: id, variant, path, check, rule, argument } = what;
  if (!isCheck(check)) return { kind: 'a check', name: check, known: checkNames };
  if (rule !== undefined && rule !== MALFORMED_REQUEST && rules && !rules.has(rule))
    return { kind: 'a rule', name: rule, known: [...rules] };
  // What the documents do not have may have any name.
  if (id === undefined || check === ('method-added' satisfies keyof typeof changeRules)) return undefined;
  const method = specification.find(id);
  if (!method) return { kind: 'a method', name: id, known: specification.documented.map((one) => one.id) };
  const variants = method.variants.map((one) => one.id);
  if (variant !== undefined && !variants.includes(variant)) return { kind: `a variant of ${id}`, name: variant, known: variants };
  if (path !== undefined && rule === undefined && OF_RESULTS.has(check)) {
    const known = placesOf(specification, method, variant);
    if (!known.has(path)) return { kind: `a path in the result of ${id}`, name: path, known: [...known] };
  }
  if (argument === undefined || rule !== undefined || Object.hasOwn(changeRules, check)) return undefined;
  const known = ['*', ...variants, ...method.params.map(({ name }) => name)];
  const [first = ''] = argument.split('.', 1);
  return known.includes(argument) || known.includes(first) ? undefined : { kind: `an argument of ${id}`, name: argument, known };
}

/** The places in the results of a method, or of one of its variants. */
function placesOf({ spec }: Specification, method: Method, variant: string | undefined): ReadonlySet<string> {
  const chosen: readonly Variant[] = method.variants.filter(({ id }) => variant === undefined || id === variant);
  const places = new Set<string>();
  for (const { result } of chosen) {
    if (!result) continue;
    for (const field of fieldsOf(spec, result)) places.add(field);
    walk(spec, result, ({ pattern }) => void places.add(pattern));
  }
  return places;
}
