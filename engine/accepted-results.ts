import type { ValidationProblem } from '../specs/model/problems.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Wire } from '../specs/model/wire.ts';
import { Acceptances, type Acceptance } from './acceptance.ts';
import { resultDifference, type Asked } from './identify.ts';
import { matcher } from './pattern.ts';
import type { TargetFile } from './target-file.ts';

/** Suites of waivers that are about the results of a method, with the method as the second part of their pattern. */
const OF_METHODS: ReadonlySet<string> = new Set(['methods', 'rules']);

/** The accepted differences of results, for commands that judge results outside of cases. */
export class AcceptedResults {
  readonly #specification: Specification;
  readonly #acceptances: Acceptances;
  readonly #waivers: readonly ((method: string, problem: ValidationProblem) => boolean)[];
  readonly #met = new Map<Acceptance, number>();

  /** `today` has the form `2026-11-20`: expired entries accept nothing. */
  constructor(targetFile: TargetFile | undefined, specification: Specification, today: string) {
    this.#specification = specification;
    this.#acceptances = new Acceptances(targetFile?.accepted ?? [], today);
    // By cases, as earlier releases wrote them: other arguments show the same difference.
    this.#waivers = (targetFile?.waivers ?? []).flatMap(({ cases, path, check, until }) => {
      const [suite = '', method = ''] = cases.split('/');
      if (path === undefined || !OF_METHODS.has(suite) || (until !== undefined && today > until)) return [];
      const [ofMethod, ofPath] = [matcher(method), matcher(path)];
      return [
        (called: string, problem: ValidationProblem) =>
          ofMethod(called) &&
          (check ?? problem.check) === problem.check &&
          (ofPath(problem.path) || ofPath(problem.path.replace(/\[\d+\]/g, '[0]'))),
      ];
    });
  }

  /** Whether a difference between a result and the specification is accepted. */
  accepts(asked: Asked, problem: ValidationProblem, result: Wire): boolean {
    const acceptance = this.#acceptances.find(resultDifference(this.#specification, asked, problem, result));
    if (acceptance) this.#met.set(acceptance, (this.#met.get(acceptance) ?? 0) + 1);
    return acceptance !== undefined || this.#waivers.some((accepts) => accepts(asked.method, problem));
  }

  /** How often each entry was met. */
  get met(): ReadonlyMap<Acceptance, number> {
    return this.#met;
  }
}
