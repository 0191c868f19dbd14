import { visible } from '../escape.ts';
import { duration } from '../format.ts';
import { failuresOf } from '../../engine/failures.ts';
import type { TimedOutcome } from '../sink.ts';
import { worstFirst } from './method-map.ts';

const REMARK_CHARACTERS = 300;

/** A case as the script of the page gets it: place of the status in `worstFirst`, id, duration, first finding or reason. */
export type CaseRow = readonly [status: number, id: string, took: string, remark: string];

export function caseRow(outcome: TimedOutcome): CaseRow {
  const { id, status, durationMs } = outcome;
  return [worstFirst.indexOf(status), id, duration(durationMs), remarkOn(outcome).slice(0, REMARK_CHARACTERS)];
}

function remarkOn(outcome: TimedOutcome): string {
  if (outcome.status === 'failed') return failuresOf(outcome)[0]?.message ?? '';
  return outcome.findings[0]?.message ?? outcome.reason ?? '';
}

/** A row as JSON that is safe within a script element: it has no `<`, and no hidden characters. */
export function rowText(row: CaseRow): string {
  return visible(JSON.stringify(row)).replaceAll('<', '\\u003c');
}

/** The beginning of the list: the script sorts the rows that follow, and shows some at a time. */
export const caseListHead = `<section id="cases"><details id="cases-list"><summary><b>Cases</b></summary>
<noscript><p class="soft">The list of all cases needs JavaScript. Every case is in results.json.</p></noscript>
<div class="scroll plain"><table id="case-table" hidden>
<thead><tr><th>status</th><th>case</th><th class="num">took</th><th>first finding or reason</th></tr></thead><tbody></tbody></table></div>
<p class="more"><button type="button" id="more-rows" hidden>show more</button></p></details></section>
<script type="application/json" id="case-data">{"statuses":${JSON.stringify(worstFirst)},"rows":[`;

export const caseListEnd = ']}</script>\n';
