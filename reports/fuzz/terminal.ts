import { coloursFor, type Colours } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { count, counted, duration } from '../format.ts';
import type { PrintOptions } from '../print.ts';
import { paintedTitle, type Verdict } from '../verdict.ts';
import { figures } from './figures.ts';
import { copied, entryBlock, TO_ACCEPT } from '../entry-block.ts';
import type { FuzzFinding, FuzzResults } from './results.ts';

/** Findings shown; fuzz.json has all. */
const LISTED = 20;
const REQUEST_CHARACTERS = 600;

/** Prints the result of a fuzz run: findings with their requests, rates, memory, verdict. */
export function printFuzzReport(results: FuzzResults, verdict: Verdict, { stream, outDir, environment = process.env }: PrintOptions): void {
  const colours = coloursFor(stream, environment);
  const failures = results.findings.filter(({ failure }) => failure);
  const others = results.findings.filter(({ failure }) => !failure);
  const more = results.findings.length - LISTED;
  const sections = [
    ...[...failures, ...others].slice(0, LISTED).map((finding) => findingText(finding, results.target.subversion, colours)),
    more > 0 ? `… and ${counted(more, 'more finding')} in fuzz.json` : '',
    figuresText(results),
    corpusText(results),
    verdictText(results, verdict, colours, outDir),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function findingText(finding: FuzzFinding, subversion: string, colours: Colours): string {
  const { property, method, message, evidence, source, requests, answer, replay, file, failure, repeated, times, accepted, difference } =
    finding;
  const title = failure
    ? colours.red('FAILED')
    : colours.yellow(accepted === undefined ? (times > 1 ? 'not repeated' : 'seen once') : 'accepted');
  const lines = [
    `${title} ${property} · ${forTerminal(method)}${times > 1 ? ` · ${count(times)} times` : ''}${failure && !repeated ? ' · not repeated' : ''}`,
    `   ${forTerminal(message)}`,
    `   evidence   ${evidence}: ${forTerminal(source)}`,
    ...requests.map(
      (request, index) => `   ${index === requests.length - 1 ? 'request ' : 'before  '}   ${forTerminal(request, REQUEST_CHARACTERS)}`,
    ),
    ...(answer === null ? [] : [`   answer     ${forTerminal(answer, REQUEST_CHARACTERS)}`]),
    ...(replay === null ? [] : [`   replay     ${forTerminal(replay)}`]),
    ...(file === null ? [] : [`   corpus     ${forTerminal(file)}`]),
    ...(accepted === undefined ? [] : [`   accepted   ${forTerminal(accepted)}`]),
    ...copied(TO_ACCEPT, failure && difference ? entryBlock([difference], subversion) : undefined),
  ];
  return lines.join('\n');
}

function figuresText(results: FuzzResults): string {
  return figures(results)
    .map(([name, text]) => `${name.padEnd(9)} ${forTerminal(text)}`)
    .join('\n');
}

function corpusText({ corpus: { replayed, resolved } }: FuzzResults): string {
  if (replayed === 0) return '';
  const lines = resolved.map((file) => `   no longer occurs: ${forTerminal(file)}`);
  return [`Corpus: ${counted(replayed, 'finding')} replayed first`, ...lines].join('\n');
}

function verdictText(results: FuzzResults, verdict: Verdict, colours: Colours, outDir: string): string {
  const { target, seed, durationMs } = results;
  const facts = `${target.name} ${target.subversion}, target file ${target.targetFile ?? 'none'}, seed ${seed}, ${duration(durationMs)}`;
  return [
    `${paintedTitle(verdict, colours)}  ${verdict.reasons.join(' ')}`,
    forTerminal(facts),
    `Reports: ${forTerminal(`${outDir}/index.html, fuzz.json`)}`,
  ].join('\n');
}
