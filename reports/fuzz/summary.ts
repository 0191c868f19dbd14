import { codeBlock } from '../escape.ts';
import { count, counted, duration, shortened } from '../format.ts';
import { foldedLog, markdownCell, markdownDocument, markdownFacts, markdownList, markdownTable, markdownText } from '../markdown.ts';
import { signOf, type Verdict } from '../verdict.ts';
import { figures } from './figures.ts';
import type { FuzzFinding, FuzzResults } from './results.ts';

const LISTED = { most: 20, rest: '`index.html`' };
/** A replay command has the requests in it. */
const COMMAND_CHARACTERS = 4_000;

/** `summary.md` of a fuzz run: its findings with the commands that replay them, and the figures. */
export function fuzzSummary(results: FuzzResults, { title, reasons }: Verdict): string {
  const { target, seed, durationMs, findings, corpus } = results;
  const failures = findings.filter(({ failure }) => failure);
  const accepted = findings.filter((finding) => finding.accepted !== undefined);
  const others = findings.filter((finding) => !finding.failure && finding.accepted === undefined);
  const rows = figures(results).map(([name, text]) => [name, markdownCell(text)]);
  return markdownDocument([
    `# ${signOf(title)} Pyx fuzz: ${title}`,
    reasons.join(' '),
    markdownFacts([
      ['Target', `${target.name} ${target.subversion}`],
      ['Target file', target.targetFile ?? 'none'],
      ['Seed', String(seed)],
      ['Took', duration(durationMs)],
    ]),
    markdownList('## Failures', failures.map(findingText), LISTED),
    markdownList('## Accepted: they do not count', accepted.map(findingText), LISTED),
    markdownList('## Not repeated on a fresh node', others.map(findingText), LISTED),
    rows.length === 0 ? '' : markdownTable(['', 'figures'], rows, '## Figures'),
    corpus.replayed === 0
      ? ''
      : markdownList(
          `## Corpus: ${counted(corpus.replayed, 'finding')} replayed first`,
          corpus.resolved.map((file) => `- ${markdownText(file)} no longer occurs`),
          LISTED,
        ),
  ]);
}

function findingText({ property, method, message, evidence, source, times, replay, accepted, nodeLog }: FuzzFinding): string {
  return [
    `- ${property} in ${markdownText(method)} (${count(times)}×): ${markdownText(message)}`,
    `  - evidence: ${evidence}, ${markdownText(source)}`,
    ...(accepted === undefined ? [] : [`  - accepted: ${markdownText(accepted)}`]),
    ...(replay === null ? [] : [codeBlock(shortened(replay, COMMAND_CHARACTERS), 'sh', 2)]),
    ...(nodeLog === undefined ? [] : [foldedLog(nodeLog.join('\n'), 'meanwhile', 2)]),
  ].join('\n');
}
