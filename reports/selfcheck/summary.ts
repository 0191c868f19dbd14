import type { SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { count, counted, duration } from '../format.ts';
import { markdownCell, markdownDocument, markdownFacts, markdownList, markdownTable, markdownText } from '../markdown.ts';
import { signOf } from '../verdict.ts';
import type { SelfcheckVerdict } from './verdict.ts';
import { sharePercent } from './share-percent.ts';
import { foundShare, talliesBy, tallyOf, type Tally } from './tally.ts';

const LISTED = { most: 20, rest: '`index.html`' };

/** `summary.md` of a selfcheck: the share of faults found by operator, what was missed, and what is to be corrected. */
export function selfcheckSummary(results: SelfcheckResults, { title, headline }: SelfcheckVerdict): string {
  const { target, seed, durationMs, cases, faults, complete, internalErrors, lostNodes, staleExceptions } = results;
  const missed = faults.filter(
    ({ status, outOfScope, exception }) => status === 'missed' && outOfScope === undefined && exception === undefined,
  );
  return markdownDocument([
    `# ${signOf(title)} Pyx selfcheck: ${title}, ${headline}`,
    `${counted(cases.passed, 'case')} pass without a fault.${complete ? '' : ' Not all faults were tried.'}`,
    markdownFacts([
      ['Target', `${target.name} ${target.subversion}`],
      ['Target file', target.targetFile ?? 'none'],
      ['Seed', String(seed)],
      ['Took', duration(durationMs)],
    ]),
    faults.length === 0
      ? ''
      : markdownTable(['operator', 'found', 'missed', 'share'], talliesBy('operator', faults).map(tallyCells), '## By operator'),
    markdownList(
      `## Missed: ${counted(tallyOf(faults).missed, 'fault')}`,
      missed.map(({ id, sentence }) => `- ${markdownText(id)}: ${markdownText(sentence.text)}`),
      LISTED,
    ),
    markdownList(
      '## Cases that failed without a fault',
      cases.failed.map(({ id, message }) => `- ${markdownText(id)}: ${markdownText(message)}`),
      LISTED,
    ),
    markdownList(
      '## Internal errors in Pyx (please report them)',
      internalErrors.map(({ case: id, fault, reason }) => `- ${markdownText(id)} with ${markdownText(fault)}: ${markdownText(reason)}`),
      LISTED,
    ),
    markdownList(
      '## Nodes that ended',
      lostNodes.map(({ case: id, message }) => `- ${markdownText(id)}: ${markdownText(message)}`),
      LISTED,
    ),
    markdownList(
      '## Exceptions to correct',
      staleExceptions.map((text) => `- ${markdownText(text)}`),
      LISTED,
    ),
  ]);
}

function tallyCells([name, tally]: [string, Tally]): string[] {
  const share = foundShare(tally);
  return [markdownCell(name), count(tally.found), count(tally.missed), share === null ? '' : sharePercent(share)];
}
