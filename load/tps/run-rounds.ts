import { faultsOf } from './faults.ts';
import { isolatedIn, missingLinks, sameTip, type MissingLink } from './network/connect.ts';
import { shapeLinks } from './network/link-nodes.ts';
import type { TpsFault, TpsRound } from './results.ts';
import type { RoundPlan } from './round-plan.ts';
import { runRound } from './run-round.ts';
import { WARM_UP, WITHOUT_LINKS } from './uncounted.ts';
import { whyItEnded } from './why-it-ended.ts';

export interface RunRoundsOptions {
  readonly rounds: number;
  /** Rounds before them that do not count: nodes that have just been started are slower. */
  readonly warmUpRounds: number;
  /** A round without the links follows each that counts. */
  readonly hasPlainRounds: boolean;
  /** Connections that could not be made before. */
  readonly missing: readonly MissingLink[];
  /** Aborted by the end of a node, with a `NodeEndedError`. */
  readonly ended: AbortSignal;
  /** Aborted by the user. */
  readonly interrupted: AbortSignal;
  readonly onRound: (round: TpsRound) => void;
}

export interface RanRounds {
  readonly rounds: readonly TpsRound[];
  readonly faults: readonly TpsFault[];
  readonly warnings: readonly string[];
  /** Why the last round is missing; undefined where none is. */
  readonly stopped: string | undefined;
}

/** Why each round of a test does not count, or null. @param hasPlain a round without the links follows each that counts */
export const roundsOfTest = (warmUpRounds: number, rounds: number, hasPlain: boolean): (string | null)[] => [
  ...Array.from({ length: warmUpRounds }, () => WARM_UP),
  ...Array.from({ length: rounds }, () => (hasPlain ? [null, WITHOUT_LINKS] : [null])).flat(),
];

/** Runs rounds until all are done, a node fails or the user interrupts. What was measured before is kept. */
export async function runRounds(plan: RoundPlan, options: RunRoundsOptions): Promise<RanRounds> {
  const { ended, interrupted, onRound } = options;
  const rounds: TpsRound[] = [];
  const faults: TpsFault[] = [];
  const warnings: string[] = [];
  let missing: readonly MissingLink[] = [];
  const planned = roundsOfTest(options.warmUpRounds, options.rounds, options.hasPlainRounds);
  for (const [index, uncounted] of planned.entries()) {
    const round = index + 1;
    try {
      await shapeLinks(plan.links, uncounted !== WITHOUT_LINKS);
      const now = round === 1 ? options.missing : await missingLinks(plan, plan.signal);
      for (const { node, message } of now)
        if (!missing.some((before) => before.node === node))
          faults.push({ kind: 'not-connected', node, round, message: `${node}: ${message}` });
      missing = now;
      const isolated = isolatedIn(missing);
      // Blocks take their time through links, and pools are not empty before they have come.
      if (plan.links)
        await sameTip(
          plan.nodes.filter(({ name }) => !isolated.has(name)),
          plan.signal,
        );
      const ran = await runRound(
        {
          ...plan,
          faults: uncounted === null ? plan.faults : undefined,
          onProgress: (what, done, total) => plan.onProgress(`round ${round} of ${planned.length}: ${what}`, done, total),
        },
        { round, isolated, onWarning: (text) => warnings.push(`Round ${round}: ${text}.`) },
      );
      const measured = ran.uncounted === null ? { ...ran, uncounted } : ran;
      rounds.push(measured);
      faults.push(...faultsOf(measured, missing));
      onRound(measured);
      const broken = faults.find(({ kind }) => kind === 'not-held');
      if (broken && round < planned.length) return { rounds, faults, warnings, stopped: `the network was not whole after round ${round}` };
    } catch (error) {
      if (interrupted.aborted) return { rounds, faults, warnings, stopped: 'interrupted' };
      const { fault, reason } = await whyItEnded(error, { round, nodes: plan.nodes, ended });
      return { rounds, faults: [...faults, ...(fault ? [fault] : [])], warnings, stopped: reason };
    }
  }
  return { rounds, faults, warnings, stopped: undefined };
}
