import type { Acceptance, Acceptances } from '../../engine/acceptance.ts';
import { couldMeet } from '../../engine/acceptance-record.ts';
import type { JudgedCase } from '../../engine/case.ts';
import { OTHER_ANSWER } from '../../engine/checks.ts';
import { differenceText, type Difference } from '../../engine/difference.ts';

/** The accepted differences of a comparison: those of a list for it, and those in the target files of both nodes. */
export class ListedEntries {
  readonly #listed: Acceptances | undefined;
  readonly #ofNodes: readonly [first: Acceptances | undefined, second: Acceptances | undefined];
  readonly #subjects: Omit<JudgedCase, 'id'>[] = [];
  readonly #met = new Set<Acceptance>();

  constructor(listed: Acceptances | undefined, ofNodes: readonly [Acceptances | undefined, Acceptances | undefined]) {
    this.#listed = listed;
    this.#ofNodes = ofNodes;
  }

  /** Records that a case was compared. */
  compared(subject: Omit<JudgedCase, 'id'> | undefined): void {
    if (subject) this.#subjects.push(subject);
  }

  /** The reasons of the entries that cover all of these differences; undefined if one is not accepted. `turned`: see `Found`. */
  reasonOf(differences: readonly Difference[], turned: readonly Difference[]): string | undefined {
    const [first, second] = this.#ofNodes;
    const found = differences.map((difference, index) => {
      const entry = this.#listed?.find(difference);
      if (entry) this.#met.add(entry);
      return entry ?? first?.find(difference) ?? second?.find(turned[index]);
    });
    const reasons = found.map((entry) => entry?.why);
    return reasons.length > 0 && reasons.every((reason) => reason !== undefined) ? [...new Set(reasons)].join(' ') : undefined;
  }

  /** Entries of the list that no longer occur although a case that could meet them was compared. */
  stale(): { readonly cases: string; readonly reason: string; readonly source: string }[] {
    return (this.#listed?.all ?? [])
      .filter(({ what }) => what.check === OTHER_ANSWER)
      .filter(
        (entry) => entry.seeds === undefined && !this.#met.has(entry) && this.#subjects.some((subject) => couldMeet(entry.what, subject)),
      )
      .map(({ what, why, file, line }) => ({ cases: differenceText(what), reason: why, source: `${file}:${line}` }));
  }
}
