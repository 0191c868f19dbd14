import { escapeHtml } from '../escape.ts';
import { count, duration } from '../format.ts';
import { bar } from '../html/bars.ts';
import { baseStyles } from '../html/base-styles.ts';
import { utcText } from '../html/facts.ts';
import { pageHeader } from '../html/page-header.ts';
import { styles as runStyles } from '../html/styles.ts';
import { tiles, tileStyles } from '../html/tiles.ts';
import { chartStyles } from '../load/charts/chart-styles.ts';
import { loadStyles } from '../load/html/load-styles.ts';
import { selfcheckStyles } from '../selfcheck/html/selfcheck-styles.ts';
import { fuzzView } from './fuzz-live.ts';
import { liveStyles } from './live-styles.ts';
import type { LiveEnd, LiveFrame, LiveKind, LiveState } from './live-state.ts';
import type { LiveSection, LiveStep, LiveView } from './live-view.ts';
import { loadView } from './load-live.ts';
import { runView } from './run-live.ts';
import { selfcheckView } from './selfcheck-live.ts';
import { tpsView } from './tps-live.ts';

/** The style sheets of the final pages, whose parts are shown. */
const STYLES: { readonly [kind in LiveKind]: string } = {
  load: chartStyles + loadStyles,
  tps: chartStyles,
  run: runStyles,
  fuzz: chartStyles,
  selfcheck: runStyles + selfcheckStyles,
};

/** The style sheet of the live page of a command. */
export const stylesOf = (kind: LiveKind): string => `${baseStyles}${tileStyles}${STYLES[kind]}${liveStyles}`;

/** The title of the page in a browser. */
export const pageTitle = (command: string, end?: LiveEnd): string => `Pyx: ${end?.title ?? 'running'}, ${command}`;

/** The sections of a live page, as markup in which all texts are escaped. Always with the same ids for a kind of state. */
export function renderLive(frame: LiveFrame): LiveSection[] {
  const view = frame.state && viewOf(frame.state);
  return [{ id: 'head', html: header(frame, view) }, ...(view?.sections ?? []), { id: 'notes', html: notesSection(frame) }];
}

function viewOf(state: LiveState): LiveView {
  switch (state.kind) {
    case 'fuzz':
      return fuzzView(state);
    case 'load':
      return loadView(state);
    case 'run':
      return runView(state);
    case 'selfcheck':
      return selfcheckView(state);
    case 'tps':
      return tpsView(state);
  }
}

function header({ command, startedAt, durationMs, isStopping, end }: LiveFrame, view: LiveView | undefined): string {
  const reasons = end?.reasons ?? [];
  const report = end?.outDir === undefined ? '' : `<p>The report is in <code>${escapeHtml(end.outDir)}</code>.</p>`;
  return pageHeader({
    look: end?.look ?? 'neutral',
    title: end?.title ?? (isStopping ? 'Stopping' : 'Running'),
    note: command,
    body: [
      reasons.length === 0 ? '' : `<p class="break">${escapeHtml(reasons.join(' '))}</p>`,
      report,
      end === undefined ? stepHtml(view?.step) : '',
      view === undefined || view.tiles.length === 0 ? '' : tiles(view.tiles),
    ].join('\n'),
    facts: [
      ['started', utcText(startedAt)],
      [end === undefined ? 'running for' : 'took', duration(durationMs)],
    ],
  });
}

function stepHtml(step: LiveStep | undefined): string {
  if (step === undefined) return '<p class="soft">Preparing.</p>';
  const { what, done, total, text } = step;
  const isKnown = Number.isFinite(total);
  const far = text ?? (isKnown ? `${count(done)} of ${count(total)}` : count(done));
  const label = `${what}: ${far}`;
  return `<div class="step"><span class="num">${escapeHtml(label)}</span>${isKnown ? bar([{ name: 'plain', value: done }], total, label) : ''}</div>`;
}

function notesSection({ notes }: LiveFrame): string {
  if (notes.length === 0) return '';
  return `<section><h2>Printed <small>the newest lines</small></h2><pre tabindex="0">${escapeHtml(notes.join('\n'))}</pre></section>`;
}
