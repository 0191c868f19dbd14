import type { RuleResult } from '../../engine/selfcheck-results.ts';
import type { Case } from '../../engine/case.ts';
import type { Finding } from '../../engine/outcome.ts';
import type { Attempt } from './attempt.ts';
import type { CleanCase } from './clean-case.ts';
import type { FaultSelection } from './select-faults.ts';
import { altersNode, type FaultTryResult } from './try-fault.ts';
import type { PlantedFault } from './types.ts';

/** Findings that every case makes of a wrong answer, whatever rule it judges. */
const OF_ANY_CASE: ReadonlySet<string> = new Set([
  'refused',
  'missing-method',
  'malformed',
  'world',
  'type',
  'presence',
  'value',
  'start-again',
]);

/** Faults of these operators mostly lead to such a finding, so they are tried last. */
const COARSE: ReadonlySet<string> = new Set(
  ['retyped', 'renamed', 'dropped', 'nulled', 'success-into-error'].map((name) => `answer/${name}`),
);

/** Maximum number of faults that are tried with a case to show that its rules are judged. */
const MAX_FAULTS = 40;

/** The rules that a case judges each time it is run. */
const rulesOf = ({ judges, judgesByReach }: Case): string[] => (judgesByReach === true ? [] : judges.filter((id) => id.startsWith('r:')));

/** Whether a case failed by a statement of its own. */
const isOwn = ({ check, evidence }: Finding): boolean => evidence !== 'health' && !OF_ANY_CASE.has(check);

/** Which rules the faults show to be judged. A rule counts as judged if a case of it fails with some fault, by a statement of its own. */
export class JudgedRules {
  readonly #judged = new Map<string, { readonly fault: string; readonly case: string }>();
  readonly #reached = new Set<string>();
  readonly #done = new Set<CleanCase>();

  /** Notes what a run of a case with a fault has shown. */
  note({ testCase }: CleanCase, fault: PlantedFault, result: FaultTryResult): void {
    if (result.type !== 'found' && result.type !== 'passed') return;
    for (const id of rulesOf(testCase)) {
      this.#reached.add(id);
      if (result.type === 'found' && isOwn(result.finding) && !this.#judged.has(id))
        this.#judged.set(id, { fault: fault.id, case: testCase.id });
    }
  }

  /** Whether a case may show more than the faults have shown so far. */
  isOpen({ testCase }: CleanCase): boolean {
    return rulesOf(testCase).some((id) => !this.#judged.has(id));
  }

  /** All faults have been tried with the case that may show something. */
  close(clean: CleanCase): void {
    this.#done.add(clean);
  }

  /** The rules of cases that pass without a fault, in their order. Of a part of the faults it is only known what they show. */
  results(passed: readonly CleanCase[], { sample, operators, methods }: FaultSelection): RuleResult[] {
    const isWhole = ({ testCase }: CleanCase): boolean =>
      sample === undefined && operators === undefined && (methods === undefined || methods.includes(testCase.method ?? ''));
    const ofRule = new Map<string, CleanCase[]>();
    for (const clean of passed) for (const id of rulesOf(clean.testCase)) ofRule.set(id, [...(ofRule.get(id) ?? []), clean]);
    return [...ofRule].map(([id, cases]) => {
      const shown = this.#judged.get(id);
      if (shown) return { id, status: 'judged', ...shown };
      if (!cases.every((clean) => this.#done.has(clean) && isWhole(clean))) return { id, status: 'untried' };
      return { id, status: this.#reached.has(id) ? 'not-judged' : 'not-reached' };
    });
  }
}

/**
 * The faults that may make a case fail, those that show its rules most probably first. Of a fault that no case found it is
 * known that this one does not find it.
 */
export function faultsFor({ testCase, calls }: CleanCase, attempts: readonly Attempt[]): Attempt[] {
  const rank = ({ fault }: Attempt): number =>
    (fault.operator.startsWith('http/') ? 8 : 0) +
    (COARSE.has(fault.operator) ? 4 : 0) +
    (altersNode(fault) ? 2 : 0) +
    (fault.method === testCase.method ? 0 : 1);
  return attempts
    .filter((attempt) => attempt.isFound && calls.has(attempt.fault.method) && !attempt.hasPassed(testCase.id))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_FAULTS);
}
