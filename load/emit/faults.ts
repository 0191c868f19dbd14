/**
 * A planned fault of a network, as far as it is written for an engine: those of `--fault`, resolved for the nodes of the
 * network, are of this form.
 */
export interface EmittedFault {
  readonly fault: {
    readonly kind: 'kill' | 'restart' | 'pause' | 'clock' | 'partition';
    /** As it was written: `kill:receiver-1@30%`. */
    readonly text: string;
    /** Share of the transactions that have arrived when it begins, from 0 to 1. */
    readonly from: number;
    /** Share at which it ends; undefined for one that is over at once. */
    readonly until: number | undefined;
  };
  /** Names of the nodes that it concerns. */
  readonly nodes: readonly string[];
  /** Of a partition: no node of one side reaches one of the other. */
  readonly sides?: readonly [readonly string[], readonly string[]];
}

/** `30 %` */
export const shareText = (share: number): string => `${Math.round(share * 1_000) / 10} %`;
