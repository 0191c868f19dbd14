import { joinedStandings, type AcceptanceStanding } from './acceptance-standing.ts';

/** What one run shows of each accepted difference. */
export interface RunStandings {
  /** By the cases of the run; those of other shards are not regarded, so that shards can be joined. */
  readonly own: readonly AcceptanceStanding[];
  /** With the cases of other shards as cases that were not run: equal to `own` for a run without shards. */
  readonly withOthers: readonly AcceptanceStanding[];
}

/** The standings to judge after a run, by `staleAcceptances`. */
export interface Judged {
  readonly judged: readonly AcceptanceStanding[];
  /** What its shard contributes to the judgement of the whole; undefined before the last seed. */
  readonly forShards?: readonly AcceptanceStanding[];
}

/**
 * The runs of the same cases with several seeds, one after another. A difference that only some of the seeds
 * meet is not gone, so that all seeds are judged together, after the last one.
 */
export class StandingsOfSeeds {
  readonly #seeds: number;
  readonly #runs: RunStandings[] = [];

  constructor(seeds: number) {
    this.#seeds = seeds;
  }

  /** Adds what the run with the next seed shows. Before the last one, only expired ones can be judged. */
  add(run: RunStandings): Judged {
    this.#runs.push(run);
    if (this.#runs.length < this.#seeds) return { judged: run.withOthers.filter(({ expired }) => expired !== undefined) };
    return {
      judged: joinedStandings(this.#runs.map(({ withOthers }) => withOthers)),
      forShards: joinedStandings(this.#runs.map(({ own }) => own)),
    };
  }
}
