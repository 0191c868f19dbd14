import type { FaultResult, SelfcheckResults, RuleResult } from '../../engine/selfcheck-results.ts';

/** Numbers of faults that contradict a sentence. */
export interface Tally {
  readonly found: number;
  /** And not in the list of exceptions. */
  readonly missed: number;
  /** Missed, and in the list of exceptions. */
  readonly excepted: number;
  readonly notReached: number;
  readonly untried: number;
}

/** Faults that contradict no sentence, by the rule that says so. */
export interface OutOfScopeRow {
  readonly rule: string;
  readonly faults: number;
  /** Of those that were attempted all the same. */
  readonly found: number;
}

/** What the documents state, and whether a fault shows that it is judged. */
export interface JudgedIds {
  /** Coverage ids of which at least one fault was found; of a rule, by a statement of a case of it. */
  readonly judged: readonly string[];
  /** Coverage ids of which faults were reached and none was found. Those of a rule are not listed. */
  readonly notJudged: readonly { readonly id: string; readonly faults: readonly FaultResult[] }[];
  /** Coverage ids of which no fault was reached. */
  readonly notReached: readonly string[];
}

const inScope = (faults: readonly FaultResult[]): FaultResult[] => faults.filter(({ outOfScope }) => outOfScope === undefined);

/** Counts the faults that contradict a sentence. */
export function tallyOf(faults: readonly FaultResult[]): Tally {
  const tally = { found: 0, missed: 0, excepted: 0, notReached: 0, untried: 0 };
  for (const { status, exception } of inScope(faults)) {
    if (status === 'found') tally.found++;
    else if (status === 'untried') tally.untried++;
    else if (status === 'not-reached') tally.notReached++;
    else if (exception !== undefined) tally.excepted++;
    else tally.missed++;
  }
  return tally;
}

/** Share of the attempted faults that were found, from 0 to 1; an exception counts as not found. Null if none was attempted. */
export function foundShare({ found, missed, excepted }: Tally): number | null {
  const attempted = found + missed + excepted;
  return attempted === 0 ? null : found / attempted;
}

/** The tally of each operator or method, sorted by name. */
export function talliesBy(key: 'operator' | 'method', faults: readonly FaultResult[]): [string, Tally][] {
  const groups = new Map<string, FaultResult[]>();
  for (const fault of inScope(faults)) {
    const group = groups.get(fault[key]);
    if (group) group.push(fault);
    else groups.set(fault[key], [fault]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, group]) => [name, tallyOf(group)]);
}

/** Which of the coverage ids are judged: an id counts when some fault of it was found. Rules have results of their own. */
export function judgedIds({ faults, rules }: Pick<SelfcheckResults, 'faults' | 'rules'>): JudgedIds {
  const byId = new Map<string, FaultResult[]>();
  for (const fault of inScope(faults)) {
    if (fault.status === 'untried') continue;
    for (const id of fault.covers) {
      const known = byId.get(id);
      if (known) known.push(fault);
      else byId.set(id, [fault]);
    }
  }
  const ids = [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, group]) => ({ id, faults: group }));
  const judged = ids.filter((entry) => entry.faults.some(({ status }) => status === 'found'));
  const reached = ids.filter((entry) => entry.faults.some(({ status }) => status !== 'not-reached'));
  const rulesThat = (status: RuleResult['status']): string[] => rules.filter((rule) => rule.status === status).map(({ id }) => id);
  return {
    judged: [...judged.map(({ id }) => id), ...rulesThat('judged')],
    notJudged: [...reached.filter((entry) => !judged.includes(entry)), ...rulesThat('not-judged').map((id) => ({ id, faults: [] }))],
    notReached: [...ids.filter((entry) => !reached.includes(entry)).map(({ id }) => id), ...rulesThat('not-reached')],
  };
}

/** The rules by which faults are out of scope, with the most faults first. */
export function outOfScopeRows(faults: readonly FaultResult[]): OutOfScopeRow[] {
  const rows = new Map<string, { rule: string; faults: number; found: number }>();
  for (const { outOfScope, status } of faults) {
    if (!outOfScope) continue;
    const row = rows.get(outOfScope.rule) ?? { rule: outOfScope.rule, faults: 0, found: 0 };
    rows.set(outOfScope.rule, row);
    row.faults++;
    if (status === 'found') row.found++;
  }
  return [...rows.values()].sort((a, b) => b.faults - a.faults || (a.rule < b.rule ? -1 : 1));
}
