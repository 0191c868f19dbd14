import type { Specification } from './spec.ts';
import type { Source, StateRow } from './types.ts';

/** A sentence about a method, or a row of the table of states. */
export interface Statement {
  /** The ids of coverage that a case hits by judging it: a row also hits the rules that state it again for a method. */
  readonly hits: readonly string[];
  readonly source: Source;
  /** Its words, with its place in the documents. */
  readonly text: string;
}

/** The statement with this id. Throws when the standard has none. */
export function statementOf(specification: Specification, id: string): Statement {
  const statement = findStatement(specification, id);
  if (!statement) throw new Error(`no rule and no row of states ${id} in the specification`);
  return statement;
}

/** The statement with this id; undefined if the standard has none. */
export function findStatement({ documented, spec }: Specification, id: string): Statement | undefined {
  const rules = documented.flatMap((method) => method.rules);
  const sentence = rules.find((rule) => rule.id === id);
  if (sentence) return { hits: [`r:${id}`], source: sentence.source, text: `${placeText(sentence.source)}: ${sentence.text}` };
  const row = spec.states.find((candidate) => candidate.id === id);
  if (!row) return undefined;
  const repeating = rules.filter(({ state }) => state === id).map((rule) => `r:${rule.id}`);
  return { hits: [`s:${id}`, ...repeating], source: row.source, text: rowText(row) };
}

function rowText({ state, trigger, condition, next, also, source }: StateRow): string {
  const when = condition === undefined ? '' : ` (${condition})`;
  return `${placeText(source)}: ${state}, ${trigger}${when}: ${next}${also === undefined ? '' : `; ${also}`}`;
}

/** A place in the documents, in words. */
export const placeText = ({ document, section }: Source): string => `document ${document}, ${section}`;
