import type { ReportedVerdict } from '../specs/model/generated/results/shared.d.ts';
import type { Colours } from './colours.ts';
import type { ReportedProblem } from './problem.ts';

export type { ReportedVerdict };

export type VerdictTitle = ReportedVerdict['title'];

/** What `Inconclusive` counts as: `--inconclusive`, or `inconclusive` of a policy. */
export type Inconclusive = ReportedVerdict['inconclusive'];

/** `open`: not decided. `neutral`: neither a failure nor a full success. */
export type Look = 'good' | 'neutral' | 'open' | 'bad';

/** What the results of a command show: computed once, for the terminal, the documents and the exit code. */
export interface Verdict {
  /** One of five, in every document of every command. */
  readonly title: VerdictTitle;
  /**
   * Exit code: 0 passed; 1 failed, or inconclusive unless that passes; 2 it could not be done, or by an internal error in Pyx; 130 it was
   * interrupted.
   */
  readonly code: 0 | 1 | 2 | 130;
  /** How documents mark it. */
  readonly look: Look;
  /** The main figures in one line, of commands that measure. */
  readonly headline?: string;
  /** Sentences that give the reasons for the title. May hold what a node said. */
  readonly reasons: readonly string[];
  readonly inconclusive: Inconclusive;
  /** What is wrong with the node, one entry for each cause. */
  readonly problems: readonly ReportedProblem[];
}

/** What else than the results a verdict depends on. */
export interface VerdictOptions {
  /** Default: `fail`. */
  readonly inconclusive?: Inconclusive | undefined;
  /** The command was interrupted before its end. */
  readonly interrupted?: boolean | undefined;
}

/** What the results of a command show, each as sentences. The first of the first four that has any decides the title. */
export interface Judgement {
  /** Why nothing can be concluded from the results. */
  readonly notDone?: readonly string[];
  readonly failed?: readonly string[];
  /** What was asked for and not tried. It never passes. */
  readonly untried?: readonly string[];
  /** What was tried and is not decided: unstable, not trustworthy, undecided, not confirmed. */
  readonly undecided?: readonly string[];
  /** What was found and does not count. */
  readonly remarks?: readonly string[];
  /** What else is to be known, such as what passed. */
  readonly facts?: readonly string[];
  readonly problems?: readonly ReportedProblem[];
}

const NO_REASONS: readonly string[] = [];

const LOOKS: { readonly [title in VerdictTitle]: { readonly look: Look; readonly sign: string } } = {
  Passed: { look: 'good', sign: '✅' },
  'Passed with remarks': { look: 'neutral', sign: '⚪' },
  Inconclusive: { look: 'open', sign: '❔' },
  Failed: { look: 'bad', sign: '❌' },
  'Could not be done': { look: 'bad', sign: '⛔' },
};

/** The verdict of a command: the one place that decides title and exit code. */
export function verdictOf(judgement: Judgement, { inconclusive = 'fail', interrupted = false }: VerdictOptions = {}): Verdict {
  const { notDone = NO_REASONS, failed = NO_REASONS, undecided = NO_REASONS, remarks = NO_REASONS, facts = NO_REASONS } = judgement;
  const { untried: given = NO_REASONS, problems = [] } = judgement;
  const untried = interrupted && given.length === 0 ? ['It was interrupted before its end.'] : given;
  const title = titleOf({ notDone, failed, untried, undecided, remarks });
  const passes = title === 'Inconclusive' && untried.length === 0 && inconclusive === 'pass';
  const code = title === 'Could not be done' ? 2 : title === 'Failed' || (title === 'Inconclusive' && !passes) ? 1 : 0;
  return {
    title,
    code: interrupted ? 130 : code,
    look: LOOKS[title].look,
    reasons: [
      ...facts,
      ...notDone,
      ...failed,
      ...untried,
      ...undecided,
      ...remarks,
      ...(passes ? ['What is not decided passes (--inconclusive pass).'] : []),
    ],
    inconclusive,
    problems,
  };
}

function titleOf({ notDone, failed, untried, undecided, remarks }: Required<Omit<Judgement, 'facts' | 'problems'>>): VerdictTitle {
  if (notDone.length > 0) return 'Could not be done';
  if (failed.length > 0) return 'Failed';
  if (untried.length + undecided.length > 0) return 'Inconclusive';
  return remarks.length > 0 ? 'Passed with remarks' : 'Passed';
}

/** The form of a verdict in files of results and on the line of `--json`. */
export function reportedVerdict({ title, code, reasons, inconclusive }: ReportedVerdict): ReportedVerdict {
  return { title, code, reasons, inconclusive };
}

/** With what options a verdict was made that is reported again. */
export function optionsOf(verdict: ReportedVerdict | undefined): VerdictOptions {
  return { inconclusive: verdict?.inconclusive, interrupted: verdict?.code === 130 };
}

/** The sign of a verdict in Markdown. */
export const signOf = (title: VerdictTitle): string => LOOKS[title].sign;

const COLOURS = { good: 'green', neutral: 'yellow', open: 'yellow', bad: 'red' } as const;

/** The title for a terminal. */
export const paintedTitle = ({ title, look }: Pick<Verdict, 'title' | 'look'>, colours: Colours): string =>
  colours[COLOURS[look]](colours.bold(title));
