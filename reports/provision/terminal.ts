import type { ProvisionResults, ProvisionStep } from '../../provision/results.ts';
import { coloursFor, type TerminalStream } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { duration } from '../format.ts';
import type { PrintOptions } from '../print.ts';
import { paintedTitle, type Verdict } from '../verdict.ts';

/** Longest argument or result that is shown; provision.json has all. */
const SHOWN = 110;

const brief = (text: string): string => forTerminal(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Prints a step when it is over: the state, what was called, what the registry page shows. */
export function printStep(
  { title, before, after, height, calls, attempts, problems }: ProvisionStep,
  { stream, number, environment = process.env }: { stream: TerminalStream; number: number; environment?: NodeJS.ProcessEnv },
): void {
  const colours = coloursFor(stream, environment);
  const sign = problems.length === 0 ? colours.green('✓') : colours.red('✗');
  const lines = [
    `${sign} ${colours.bold(`${number}. ${title}`)}  ${before} → ${after}, block ${height}`,
    ...calls.map(({ method, args, result, error }) =>
      colours.dim(`     ${brief(`${method} ${args}`)}  →  ${brief(error === undefined ? (result ?? '') : `refused, ${error}`)}`),
    ),
    ...attempts.map((attempt) => `     registry page at block ${attempt.height}: ${forTerminal(attempt.message)}`),
    ...problems.map((problem) => colours.red(`     ${forTerminal(problem)}`)),
  ];
  stream.write(`${lines.join('\n')}\n`);
}

/** Prints the verdict; the steps are printed when they are over. */
export function printProvisionVerdict(
  results: ProvisionResults,
  verdict: Verdict,
  { stream, outDir, environment = process.env }: PrintOptions,
): void {
  const colours = coloursFor(stream, environment);
  const lines = [
    ...results.left.map((item) => `${colours.yellow('left on the node')}  ${forTerminal(item)}`),
    `${paintedTitle(verdict, colours)}  ${forTerminal(verdict.reasons.join(' '))}`,
    colours.dim(
      `${forTerminal(results.target.subversion || results.target.name)}, ${duration(results.durationMs)}, seed ${results.seed}, reports: ${forTerminal(outDir)}/index.html, provision.json`,
    ),
  ];
  stream.write(`\n${lines.join('\n')}\n`);
}
