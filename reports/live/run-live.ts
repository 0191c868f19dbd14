import type { Plan } from '../../engine/plan.ts';
import { failuresOf } from '../../engine/failures.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { noCounts, statuses, type Counts, type Totals } from '../digest.ts';
import { escapeHtml } from '../escape.ts';
import { count, percentText } from '../format.ts';
import { bar } from '../html/bars.ts';
import { totalsSection } from '../html/overview.ts';
import type { LiveModel, LiveView } from './live-view.ts';
import { findingsSection, NewestFindings, type LiveFinding } from './newest-findings.ts';

interface Part {
  readonly name: string;
  readonly planned: number;
  readonly totals: Totals;
}

export interface RunState {
  readonly kind: 'run';
  readonly planned: number;
  readonly totals: Totals;
  readonly suites: readonly Part[];
  /** Cases that failed once and are tried again. */
  readonly suspects: number;
  readonly findings: number;
  readonly newest: readonly LiveFinding[];
}

/** What a live page shows of a trial: its cases by suite, and the newest failures. */
export class RunLive implements LiveModel<RunState> {
  readonly #planned: number;
  readonly #totals = noCounts();
  readonly #suites = new Map<string, { planned: number; readonly totals: Counts }>();
  readonly #suspects = new Set<string>();
  readonly #findings = new NewestFindings();

  constructor({ cases }: Pick<Plan, 'cases'>) {
    this.#planned = cases.length;
    for (const { suite } of cases) this.#suite(suite).planned++;
  }

  outcome(outcome: Outcome): void {
    const { id, suite, status } = outcome;
    this.#suspects.delete(id);
    this.#totals[status]++;
    this.#suite(suite).totals[status]++;
    if (status !== 'failed') return;
    const [failure] = failuresOf(outcome);
    this.#findings.add({
      title: id,
      message: failure?.message ?? 'failed',
      source: failure === undefined ? '' : `${failure.evidence}: ${failure.source}`,
    });
  }

  /** A case failed; its outcome follows after it was tried again. */
  suspect(id: string): void {
    this.#suspects.add(id);
  }

  snapshot(): RunState {
    return {
      kind: 'run',
      planned: this.#planned,
      totals: this.#totals,
      suites: [...this.#suites].map(([name, suite]) => ({ name, ...suite })),
      suspects: this.#suspects.size,
      findings: this.#findings.count,
      newest: this.#findings.newest,
    };
  }

  #suite(name: string): { planned: number; readonly totals: Counts } {
    let suite = this.#suites.get(name);
    if (suite === undefined) this.#suites.set(name, (suite = { planned: 0, totals: noCounts() }));
    return suite;
  }
}

const doneOf = (totals: Totals): number => statuses.reduce((sum, status) => sum + totals[status], 0);

/** The parts of the page of a trial, as far as it has got. */
export function runView({ planned, totals, suites, suspects, findings, newest }: RunState): LiveView {
  const done = doneOf(totals);
  return {
    step: { what: 'cases', done, total: planned },
    tiles: [
      { value: `${count(done)} of ${count(planned)}`, name: 'cases done' },
      { value: count(totals.passed), name: 'passed' },
      { value: count(totals.failed), name: 'failed', isBad: totals.failed > 0 },
      { value: count(suspects), name: 'failed once, tried again' },
      { value: count(totals.unstable), name: 'unstable', isBad: totals.unstable > 0 },
    ],
    sections: [
      { id: 'totals', html: done === 0 ? '' : totalsSection({ totals, planned, unconfirmed: 0 }, { filters: false }) },
      { id: 'suites', html: `<section><h2>Suites</h2><div class="rows">${suites.map(suiteRow).join('')}</div></section>` },
      { id: 'findings', html: findingsSection('Failures', newest, findings) },
    ],
  };
}

function suiteRow({ name, planned, totals }: Part): string {
  const parts = statuses.map((status) => ({ name: status, value: totals[status] }));
  const done = doneOf(totals);
  const text = [`${count(done)} of ${count(planned)}`, ...(totals.failed > 0 ? [`${count(totals.failed)} failed`] : [])].join(' · ');
  return `<div class="row suite"><span class="break">${escapeHtml(name)}</span>${bar(parts, planned, `${name}: ${text}`)}<b class="num">${percentText(done, planned)}</b><span class="soft num">${text}</span></div>`;
}
