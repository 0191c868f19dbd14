import { joinedStandings, type WaiverStanding } from './waiver-standing.ts';

/** What one run shows of each waiver. */
export interface RunStandings {
  /** By the cases of the run; those of other shards are not regarded, so that shards can be joined. */
  readonly own: readonly WaiverStanding[];
  /** With the cases of other shards as cases that were not run: equal to `own` for a run without shards. */
  readonly withOthers: readonly WaiverStanding[];
}

/** The standings to judge after a run, by `staleWaivers`. */
export interface Judged {
  readonly judged: readonly WaiverStanding[];
  /** What its shard contributes to the judgement of the whole; undefined before the last seed. */
  readonly forShards?: readonly WaiverStanding[];
}

/**
 * The runs of the same cases with several seeds, one after another. A waiver that only some of the seeds need is not stale,
 * so that waivers are judged on all seeds together, after the last one.
 */
export class StandingsOfSeeds {
  readonly #seeds: number;
  readonly #runs: RunStandings[] = [];

  constructor(seeds: number) {
    this.#seeds = seeds;
  }

  /** Adds what the run with the next seed shows. Before the last one, only expired waivers can be judged. */
  add(run: RunStandings): Judged {
    this.#runs.push(run);
    if (this.#runs.length < this.#seeds) return { judged: run.withOthers.filter(({ expired }) => expired !== undefined) };
    return {
      judged: joinedStandings(this.#runs.map(({ withOthers }) => withOthers)),
      forShards: joinedStandings(this.#runs.map(({ own }) => own)),
    };
  }
}
