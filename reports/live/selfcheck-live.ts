import { escapeHtml } from '../escape.ts';
import { count, percentText } from '../format.ts';
import { bar } from '../html/bars.ts';
import type { LiveModel, LiveStep, LiveView } from './live-view.ts';

/** What was tried of the faults of one operator. */
interface Tried {
  readonly operator: string;
  readonly tried: number;
  readonly found: number;
}

/** A fault, or a mutant, with which some cases were run. */
export interface TriedFault {
  readonly id: string;
  /** What was done: `answer/dropped`, or the kind of the mutant. */
  readonly operator: string;
  readonly isFound: boolean;
}

export interface SelfcheckState {
  readonly kind: 'selfcheck';
  /** What is planted: `faults`. */
  readonly planted: string;
  readonly step: LiveStep | undefined;
  readonly operators: readonly Tried[];
}

/** What a live page shows of a selfcheck: the faults that were tried and found, by operator. */
export class SelfcheckLive implements LiveModel<SelfcheckState> {
  readonly #planted: string;
  /** Whether each fault that was tried is found: it is tried again with other cases until it is. */
  readonly #faults = new Map<string, boolean>();
  readonly #operators = new Map<string, { tried: number; found: number }>();
  #step: LiveStep | undefined;

  /** @param planted `faults` or `mutants` */
  constructor(planted: string) {
    this.#planted = planted;
  }

  progress(what: string, done: number, total: number): void {
    this.#step = { what, done, total };
  }

  tried({ id, operator, isFound }: TriedFault): void {
    let counts = this.#operators.get(operator);
    if (counts === undefined) this.#operators.set(operator, (counts = { tried: 0, found: 0 }));
    const before = this.#faults.get(id);
    if (before === undefined) counts.tried++;
    if (isFound && before !== true) counts.found++;
    this.#faults.set(id, isFound || before === true);
  }

  snapshot(): SelfcheckState {
    return {
      kind: 'selfcheck',
      planted: this.#planted,
      step: this.#step,
      operators: [...this.#operators].map(([operator, counts]) => ({ operator, ...counts })),
    };
  }
}

/** The parts of the page of a selfcheck, as far as it has got. */
export function selfcheckView({ planted, step, operators }: SelfcheckState): LiveView {
  const sum = (value: (operator: Tried) => number): number => operators.reduce((all, operator) => all + value(operator), 0);
  const [tried, found] = [sum((operator) => operator.tried), sum((operator) => operator.found)];
  return {
    step,
    tiles:
      tried === 0
        ? []
        : [
            { value: count(tried), name: `${planted} tried` },
            { value: count(found), name: 'found so far' },
            { value: percentText(found, tried), name: 'of those that were tried' },
          ],
    sections: [{ id: 'operators', html: operatorsSection(operators) }],
  };
}

function operatorsSection(operators: readonly Tried[]): string {
  if (operators.length === 0) return '';
  const rows = operators
    .toSorted((a, b) => (a.operator < b.operator ? -1 : 1))
    .map(({ operator, tried, found }) => {
      const text = `${count(found)} of ${count(tried)} found`;
      return `<div class="row operator"><span class="break">${escapeHtml(operator)}</span>${bar([{ name: 'passed', value: found }], tried, `${operator}: ${text}`)}<b class="num">${percentText(found, tried)}</b><span class="soft num">${text}</span></div>`;
    });
  return `<section><h2>Operators <small>of those that were tried so far; what is not found yet may be found by other cases</small></h2><div class="rows">${rows.join('')}</div></section>`;
}
