import { coloursFor, type TerminalStream } from './colours.ts';
import { forTerminal } from './escape.ts';
import { paintedTitle, verdictOf, type Judgement, type Verdict, type VerdictOptions } from './verdict.ts';

const INTERRUPTED = 130;

/** What has a verdict of its own, or was not begun. */
export interface VerdictPart {
  readonly name: string;
  /** The title of its verdict; of one that was not begun, any text. */
  readonly title: string;
  /** Null: not begun. */
  readonly exitCode: number | null;
}

/** The verdict on several parts together: the most serious one. */
export function jointVerdict(
  parts: readonly VerdictPart[],
  { facts, problems }: Pick<Judgement, 'facts' | 'problems'>,
  inconclusive: VerdictOptions['inconclusive'] = 'fail',
): Verdict {
  const named = (what: string, is: (part: VerdictPart) => boolean): string[] => {
    const some = parts.filter(is);
    return some.length > 0 ? [`${what}: ${some.map(({ name }) => name).join('; ')}.`] : [];
  };
  // What is not decided passes if that is asked for: a part that does not pass has not tried all.
  const isUntried = ({ title, exitCode }: VerdictPart): boolean => title === 'Inconclusive' && exitCode === 1 && inconclusive === 'pass';
  return verdictOf(
    {
      notDone: named('Could not be done', ({ exitCode }) => exitCode === 2),
      failed: named('With findings', ({ title }) => title === 'Failed'),
      untried: [
        ...named('Interrupted', ({ exitCode }) => exitCode === INTERRUPTED),
        ...named('Not run', ({ exitCode }) => exitCode === null),
        ...named('Not all of it was tried', isUntried),
      ],
      undecided: named('Inconclusive', (part) => part.title === 'Inconclusive' && part.exitCode !== INTERRUPTED && !isUntried(part)),
      remarks: named('With remarks', ({ title }) => title === 'Passed with remarks'),
      ...(facts && { facts }),
      ...(problems && { problems }),
    },
    { inconclusive, interrupted: parts.some(({ exitCode }) => exitCode === INTERRUPTED) },
  );
}

/** Prints a joint verdict after the table of its parts. */
export function printJointVerdict(stream: TerminalStream, verdict: Verdict): void {
  stream.write(`\n${paintedTitle(verdict, coloursFor(stream))}  ${forTerminal(verdict.reasons.join(' '))}\n`);
}
