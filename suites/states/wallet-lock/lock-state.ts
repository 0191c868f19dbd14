/** The state of an encrypted wallet, as far as the documents state it. Times are those of `performance.now`, in ms. */
export type LockState =
  | { readonly type: 'locked' }
  | {
      readonly type: 'unlocked';
      /** Until then it is unlocked for certain, and from `latestEndMs` on it is due to be locked. */
      readonly earliestEndMs: number;
      readonly latestEndMs: number;
      /** The bounds of `unlocked_until`, in seconds since 1970. */
      readonly untilS: readonly [min: number, max: number];
    }
  /** The documents do not say whether changing the passphrase of an unlocked wallet locks it. */
  | { readonly type: 'unknown' };

export interface PassphraseModel {
  state: LockState;
  /** The valid passphrase. */
  passphrase: string;
  /** The passphrase that was valid before. */
  former: string | undefined;
  /** The last end of a short time for which the wallet was unlocked; undefined if there was none, or it was waited for. */
  shortEndMs: number | undefined;
  /** A run waits only once, to stay short. */
  hasWaited: boolean;
}

/** A timer may be this much early: the clocks of a node and of Pyx do not run exactly alike. */
const EARLY_MS = 250;
/** Tolerance of `unlocked_until`, beside the time that the call took: rounding to seconds. */
const ROUNDING_S = 1;

/** The time at which a call is sent or answered. */
export interface Instant {
  readonly ms: number;
  readonly unixS: number;
}

export const instant = (): Instant => ({ ms: performance.now(), unixS: Date.now() / 1000 });

/** The state after walletpassphrase with a timeout in seconds. */
export const unlockedFor = (timeoutS: number, sent: Instant, answered: Instant): LockState => ({
  type: 'unlocked',
  earliestEndMs: sent.ms + timeoutS * 1000 - EARLY_MS,
  latestEndMs: answered.ms + timeoutS * 1000,
  untilS: [Math.floor(sent.unixS) + timeoutS - ROUNDING_S, Math.ceil(answered.unixS) + timeoutS + ROUNDING_S],
});
