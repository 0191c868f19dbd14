import { faultsOf } from './faults.ts';
import { isolatedIn, missingLinks, type MissingLink } from './network/connect.ts';
import type { TpsFault, TpsRound } from './results.ts';
import type { RoundPlan } from './round-plan.ts';
import { runRound } from './run-round.ts';
import { whyItEnded } from './why-it-ended.ts';

export interface RunRoundsOptions {
  readonly rounds: number;
  /** Rounds before them that do not count: nodes that have just been started are slower. */
  readonly warmUpRounds: number;
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

/** Why a round does not count that was asked for as such. */
export const WARM_UP = 'warm-up';

/** Runs rounds until all are done, a node fails or the user interrupts. What was measured before is kept. */
export async function runRounds(plan: RoundPlan, options: RunRoundsOptions): Promise<RanRounds> {
  const { ended, interrupted, onRound } = options;
  const rounds: TpsRound[] = [];
  const faults: TpsFault[] = [];
  const warnings: string[] = [];
  let missing: readonly MissingLink[] = [];
  const count = options.warmUpRounds + options.rounds;
  for (let round = 1; round <= count; round++) {
    try {
      const now = round === 1 ? options.missing : await missingLinks(plan.nodes, plan.signal);
      for (const { node, message } of now)
        if (!missing.some((before) => before.node === node))
          faults.push({ kind: 'not-connected', node, round, message: `${node}: ${message}` });
      missing = now;
      const ran = await runRound(
        {
          ...plan,
          faults: round > options.warmUpRounds ? plan.faults : undefined,
          onProgress: (what, done, total) => plan.onProgress(`round ${round} of ${count}: ${what}`, done, total),
        },
        { round, isolated: isolatedIn(missing), onWarning: (text) => warnings.push(`Round ${round}: ${text}.`) },
      );
      const measured = round <= options.warmUpRounds && ran.uncounted === null ? { ...ran, uncounted: WARM_UP } : ran;
      rounds.push(measured);
      faults.push(...faultsOf(measured, missing));
      onRound(measured);
      const broken = faults.find(({ kind }) => kind === 'not-held');
      if (broken && round < count) return { rounds, faults, warnings, stopped: `the network was not whole after round ${round}` };
    } catch (error) {
      if (interrupted.aborted) return { rounds, faults, warnings, stopped: 'interrupted' };
      const { fault, reason } = await whyItEnded(error, { round, nodes: plan.nodes, ended });
      return { rounds, faults: [...faults, fault], warnings, stopped: reason };
    }
  }
  return { rounds, faults, warnings, stopped: undefined };
}
