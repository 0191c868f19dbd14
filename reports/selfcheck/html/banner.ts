import type { SelfcheckResults } from '../../../engine/selfcheck-results.ts';
import { escapeHtml } from '../../escape.ts';
import { count, duration } from '../../format.ts';
import { targetFacts, utcText, type Fact } from '../../html/facts.ts';
import { pageHeader } from '../../html/page-header.ts';
import { tiles, type Tile } from '../../html/tiles.ts';
import { judgedIds, tallyOf } from '../tally.ts';
import type { SelfcheckVerdict } from '../verdict.ts';

/** What was found, why the figures cannot be trusted if so, and the facts of the run. */
export function banner(results: SelfcheckResults, { look, title, headline, reasons }: SelfcheckVerdict): string {
  const { target, seed, jobs, startedAt, durationMs, pyx, cases, faults, selection } = results;
  const selected = [
    ...(selection.methods ? [`methods ${selection.methods.join(', ')}`] : []),
    ...(selection.operators ? [`operators ${selection.operators.join(', ')}`] : []),
    ...(selection.sample === undefined ? [] : [`a sample of ${count(selection.sample)}`]),
    ...(selection.all === true ? ['also faults that contradict no sentence'] : []),
  ];
  const facts: Fact[] = [
    ...targetFacts(target),
    ['between the runs', target.snapshots ? 'nodes restored to a snapshot' : 'nodes replaced'],
    ['seed', String(seed)],
    ['nodes in parallel', String(jobs)],
    ['started', utcText(startedAt)],
    ['took', duration(durationMs)],
    ['Pyx', pyx],
    ...(selected.length > 0 ? [['selected', selected.join('; ')] satisfies Fact] : []),
  ];
  const { judged, notJudged } = judgedIds(results);
  const { found, missed } = tallyOf(faults);
  const figures: Tile[] = [
    { value: count(found), name: 'faults found' },
    { value: count(missed), name: 'missed', isBad: missed > 0 },
    { value: `${count(judged.length)} of ${count(judged.length + notJudged.length)}`, name: 'items shown to be judged' },
    { value: count(cases.passed), name: 'cases pass without a fault' },
  ];
  return pageHeader({
    look,
    title,
    body: `<p><b>${escapeHtml(headline)}</b></p>\n<p>${escapeHtml(reasons.join(' '))}</p>\n${tiles(figures)}`,
    facts,
  });
}
