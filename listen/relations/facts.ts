import type { Statement } from '../../suites/support/statements.ts';
import type { RelationChecks } from './relation-checks.ts';
import { callText, type TimedCall } from './timed-call.ts';

/** Facts that are kept: the oldest that was not used since is dropped first. */
const MAX_FACTS = 100_000;
const MAX_CHARACTERS = 1_000;

/** A value that never changes, and who said it first. */
interface Said {
  readonly value: unknown;
  readonly method: string;
  readonly by: string;
}

/** What an answer says of something whose value never changes. */
export interface Claim {
  readonly key: string;
  readonly value: unknown;
  /** Names the value in messages: `height`. */
  readonly what: string;
  readonly path?: string;
}

/** What calls said that is true for ever: of a block, by its hash; of an output, by its transaction. Its size is bounded. */
export class Facts {
  readonly #said = new Map<string, Said>();

  /** What was said of this key; undefined if nothing was. */
  find(key: string): Said | undefined {
    const said = this.#said.get(key);
    if (!said) return undefined;
    this.#said.delete(key);
    this.#said.set(key, said);
    return said;
  }

  /** Holds a claim against what was said before, and has it kept if the call has no finding. */
  hold(checks: RelationChecks, statement: Statement, { key, value, what, path }: Claim): void {
    if (value === undefined) return;
    const said = this.find(key);
    if (said)
      checks.of(statement, said.by).equal(value, said.value, `${what} (compared with ${said.method})`, path === undefined ? {} : { path });
    else this.learn(checks, key, value);
  }

  /** Has a value kept, if the call has no finding, without holding it against another. */
  learn(checks: RelationChecks, key: string, value: unknown): void {
    if (typeof value !== 'string' || value.length <= MAX_CHARACTERS) checks.said.push([key, value]);
  }

  /** Keeps what a call said. */
  keep({ said }: RelationChecks, call: TimedCall): void {
    if (said.length === 0) return;
    const by = callText(call);
    for (const [key, value] of said) if (!this.#said.has(key)) this.#said.set(key, { value, method: call.method, by });
    for (const key of this.#said.keys()) {
      if (this.#said.size <= MAX_FACTS) break;
      this.#said.delete(key);
    }
  }
}
