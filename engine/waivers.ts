import type { AcceptanceStanding, Untried } from './acceptance-standing.ts';
import type { Finding } from './outcome.ts';
import { matcher } from './pattern.ts';
import type { TargetFile, Waiver } from './target-file.ts';

/** The accepted differences by cases of a file that an earlier release wrote. They go on working in this release. */
export class Waivers {
  readonly #target: TargetFile | undefined;
  readonly #today: string;
  readonly #waivers: readonly { waiver: Waiver; matchesCase: (id: string) => boolean; matchesPath: (path: string) => boolean }[];
  readonly #met = new Map<Waiver, number>();
  /** Cases that a waiver matches, and whether at least one of their runs was complete. */
  readonly #ended = new Map<string, boolean>();

  constructor(target: TargetFile | undefined, today: string) {
    this.#target = target;
    this.#today = today;
    this.#waivers = (target?.waivers ?? []).map((waiver) => ({
      waiver,
      matchesCase: matcher(waiver.cases),
      matchesPath: matcher(waiver.path ?? '*'),
    }));
  }

  /** The waivers of a case: a function that returns the reason of the first that matches a finding. `ran`: see `Judge.judge`. */
  inForce(caseId: string, ran: boolean): (finding: Finding) => string | undefined {
    const inForce = this.#waivers.filter(({ waiver, matchesCase }) => {
      if (!matchesCase(caseId)) return false;
      this.#ended.set(caseId, ran || this.#ended.get(caseId) === true);
      return waiver.until === undefined || this.#today <= waiver.until;
    });
    return ({ path = '', check }) => {
      const found = inForce.find(({ waiver, matchesPath }) => matchesPath(path) && (waiver.check ?? check) === check);
      if (found) this.#met.set(found.waiver, (this.#met.get(found.waiver) ?? 0) + 1);
      return found?.waiver.reason;
    };
  }

  /**
   * What the run shows of each waiver. One that matched nothing is needless only if every case that it matches was run
   * completely or is inapplicable to this target in every run, and at least one was run.
   */
  standings(run: Untried): AcceptanceStanding[] {
    return this.#waivers.map(({ waiver, matchesCase }) => {
      const tried = [...this.#ended].filter(([id]) => matchesCase(id));
      const untried = [...run.untried].filter(([id]) => matchesCase(id));
      return {
        kind: 'waiver',
        source: waiver.file ?? this.#target?.file ?? '',
        what: `waiver "${waiver.cases}"${waiver.path === undefined ? '' : ` at ${waiver.path}`}`,
        why: waiver.reason,
        ...(waiver.until !== undefined && this.#today > waiver.until && { expired: waiver.until }),
        met: this.#met.get(waiver) ?? 0,
        open:
          run.unplanned === true ||
          run.leftOut.some(matchesCase) ||
          tried.some(([id, ended]) => !ended && !run.untried.has(id)) ||
          untried.some(([, status]) => status === 'skipped' || !run.startsNodes),
        cases: tried.length + untried.length,
        ran: tried.some(([, ended]) => ended),
        gone: false,
        someSeeds: waiver.seeds === 'some',
      };
    });
  }
}
