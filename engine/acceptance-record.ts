import type { Acceptance, Acceptances } from './acceptance.ts';
import type { AcceptanceStanding, Untried } from './acceptance-standing.ts';
import type { JudgedCase } from './case.ts';
import { differenceText, REFUSED, type What } from './difference.ts';
import { meetsInRuns } from './checks.ts';

/** What the cases of a run show of the accepted differences. */
export class AcceptanceRecord {
  readonly #acceptances: Acceptances;
  readonly #met = new Map<Acceptance, number>();
  /** The cases that were tried, and whether at least one of their runs was complete. */
  readonly #tried = new Map<string, { readonly testCase: JudgedCase; readonly ran: boolean }>();

  constructor(acceptances: Acceptances) {
    this.#acceptances = acceptances;
  }

  tried(testCase: JudgedCase, ran: boolean): void {
    this.#tried.set(testCase.id, { testCase, ran: ran || this.#tried.get(testCase.id)?.ran === true });
  }

  met(acceptance: Acceptance): void {
    this.#met.set(acceptance, (this.#met.get(acceptance) ?? 0) + 1);
  }

  /**
   * What the run shows of each entry. One that matched nothing is needless only if every case was selected, and every one that could
   * meet it was run completely or is inapplicable to this target in every run. `seen`: the coverage ids of
   * the run.
   */
  standings(run: Untried, seen: ReadonlySet<string>): AcceptanceStanding[] {
    const isMissing = ({ id }: JudgedCase): boolean => {
      const status = run.untried.get(id);
      return status === undefined ? this.#tried.get(id)?.ran !== true : status === 'skipped' || !run.startsNodes;
    };
    const all = new Map([...[...this.#tried.values()].map(({ testCase }) => testCase), ...(run.planned ?? [])].map((one) => [one.id, one]));
    return this.#acceptances.all.map((acceptance) => {
      const { what, why, file, line, until, seeds } = acceptance;
      const cases = [...all.values()].filter((testCase) => couldMeet(what, testCase));
      return {
        kind: 'accepted',
        what: differenceText(what),
        why,
        source: `${file}:${line}`,
        ...(until !== undefined && this.#acceptances.isExpired(acceptance) && { expired: until }),
        met: this.#met.get(acceptance) ?? 0,
        open: run.unplanned === true || !meetsInRuns(what) || run.leftOut.length > 0 || cases.some(isMissing),
        cases: cases.length,
        ran: cases.some(({ id }) => this.#tried.get(id)?.ran === true),
        gone: isSeenAsExpected(what, seen),
        someSeeds: seeds === 'some',
      };
    });
  }
}

/** Whether a case may meet a difference: it judges its sentence, makes its call, or calls its method. */
export function couldMeet({ method, rule, argument, value, check }: What, testCase: Omit<JudgedCase, 'id'>): boolean {
  const { about, judges = [], uses = [] } = testCase;
  if (rule !== undefined) return about?.rule === rule || judges.some((id) => id.slice(id.indexOf(':') + 1) === rule);
  if (argument !== undefined && testCase.generated === true && (check === REFUSED || testCase.method === method))
    return testCase.method === method && about?.argument === argument && (value === undefined || about.value === value);
  return argument === undefined && (testCase.method === method || uses.some((used) => used === method));
}

/** Whether the run has seen what an accepted difference is about: as documented, since it did not meet the difference. */
export function isSeenAsExpected({ method, variant, path, check, rule, argument, value, found }: What, seen: ReadonlySet<string>): boolean {
  if (rule !== undefined) return false;
  if (path !== undefined && ((check === 'presence' && found !== 'present') || check === 'type')) {
    if (variant !== undefined) return seen.has(`f:${method}#${variant}:${path}`);
    return [...seen].some((id) => id.startsWith(`f:${method}#`) && id.endsWith(`:${path}`));
  }
  if (check !== REFUSED || argument === undefined) return false;
  return value === undefined ? seen.has(`p:${method}.${argument}:given`) : seen.has(`e:${method}.${argument}=${value}`);
}
