import type { MutationResults } from '../../engine/mutation-results.ts';
import { count, counted, duration } from '../format.ts';
import { markdownCell, markdownDocument, markdownFacts, markdownList, markdownTable, markdownText } from '../markdown.ts';
import { sharePercent } from '../selfcheck/share-percent.ts';
import { signOf, type Verdict } from '../verdict.ts';
import { changeOf, documentsOf, killedShare, mutantsOf, roomOf, scoresBy, type Score } from './scores.ts';

const LISTED = { most: 20, rest: '`index.html`' };

/** `summary.md` of the mutants of a source: the scores by room and document, and survivors. */
export function mutationSummary(results: MutationResults, { title, headline = '' }: Verdict): string {
  const { target, seed, durationMs, cases, complete, staleExceptions, files } = results;
  const mutants = mutantsOf(results);
  const survivors = mutants.filter(({ status }) => status === 'Survived');
  return markdownDocument([
    `# ${signOf(title)} Pyx selfcheck of the source: ${title}, ${headline}`,
    `${counted(cases.passed, 'case')} pass without a mutant.${complete ? '' : ' Not all mutants were tried.'}`,
    markdownFacts([
      ['Target', `${target.name} ${target.subversion}`],
      ['Seed', String(seed)],
      ['Took', duration(durationMs)],
    ]),
    scoreTable(
      'room',
      scoresBy(mutants, ({ file }) => [roomOf(file)]),
    ),
    scoreTable(
      'document',
      scoresBy(mutants, ({ methods }) => documentsOf(methods, results)),
    ),
    markdownList(
      `## Survived: ${counted(survivors.length, 'mutant')}`,
      survivors.map(
        (mutant) =>
          `- ${markdownText(`${mutant.file}:${mutant.location.start.line}`)}: ${markdownText(changeOf(mutant, files[mutant.file]?.source ?? ''))}`,
      ),
      LISTED,
    ),
    markdownList(
      '## Cases that failed without a mutant',
      cases.failed.map(({ id, message }) => `- ${markdownText(id)}: ${markdownText(message)}`),
      LISTED,
    ),
    markdownList(
      '## Exceptions to correct',
      staleExceptions.map((text) => `- ${markdownText(text)}`),
      LISTED,
    ),
  ]);
}

function scoreTable(name: string, scores: readonly (readonly [string, Score])[]): string {
  if (scores.length === 0) return '';
  const rows = scores.map(([group, score]) => {
    const share = killedShare(score);
    return [
      markdownCell(group),
      ...[score.killed, score.survived, score.notReached, score.excepted].map((number) => count(number)),
      share === null ? '' : sharePercent(share),
    ];
  });
  return markdownTable([name, 'found', 'survived', 'not reached', 'excepted', 'share'], rows, `## By ${name}`);
}
