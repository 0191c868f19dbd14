import type { Checker } from '../../engine/checker.ts';
import type { At } from '../../engine/finding-place.ts';
import { EQUALS, findingDifference, HOLDS, jsonType } from '../../engine/identify.ts';
import type { Finding } from '../../engine/outcome.ts';
import { sameWire, show } from '../../engine/show.ts';
import { defined } from '../../specs/model/defined.ts';
import type { Statement } from '../../suites/support/statements.ts';

/** What was said where: a method, with the call in words. */
export interface Place {
  readonly method: string;
  readonly text: string;
}

/** The findings about one call, by the statements that it is held against. */
export class RelationChecks {
  readonly findings: Finding[] = [];
  /** What this call says that later calls may be held against, by its key: kept if nothing is found. */
  readonly said: [key: string, value: unknown][] = [];
  readonly #call: Place;

  constructor(call: Place) {
    this.#call = call;
  }

  /** Checks of a statement. `others`: the calls that this one is held against, in words. */
  of(statement: Statement, ...others: readonly string[]): Checker {
    return new StatementChecks(statement, this.#call.method, (finding) => {
      const compared = others.length === 0 ? [] : [`Call: ${this.#call.text}`, ...others.map((other) => `Compared with: ${other}`)];
      this.findings.push({ ...finding, message: [finding.message, ...compared].join('\n') });
    });
  }
}

class StatementChecks implements Checker {
  readonly #statement: Statement;
  readonly #method: string;
  readonly #report: (finding: Finding) => void;

  constructor(statement: Statement, method: string, report: (finding: Finding) => void) {
    this.#statement = statement;
    this.#method = method;
    this.#report = report;
  }

  ok(condition: boolean, message: string, at: At = {}): boolean {
    if (!condition) this.#fail(at, HOLDS, message);
    return condition;
  }

  /** What is missing is left to the description of the result. */
  equal(actual: unknown, expected: unknown, what: string, at: At = {}): boolean {
    if (actual === undefined) return true;
    const same = sameWire(actual, expected);
    if (!same) this.#fail({ found: jsonType(actual), ...at }, EQUALS, `${what} is ${show(actual)}, expected ${show(expected)}`);
    return same;
  }

  #fail(at: At, usual: string, message: string): void {
    const { id, text, evidence, source } = this.#statement;
    const finding = {
      check: at.check ?? usual,
      evidence: at.evidence ?? evidence,
      source: at.source ?? `${source}: ${text}`,
      message: `${this.#method}: ${message}`,
      ...defined({ path: at.path }),
    };
    this.#report({ ...finding, difference: findingDifference({ ...finding, message }, { method: this.#method, rule: id }, at.found) });
  }
}
