/** The node's clock, which tests and `setmocktime` can set. */
export interface Clock {
  /** Epoch seconds; the mock time if one is set. */
  seconds(): number;
  /** Epoch milliseconds; the mock time if one is set. */
  milliseconds(): number;
  /** Sets the mock time; 0 returns to real time. */
  setMock(seconds: number): void;
  readonly mocked: boolean;
  /** Monotonic milliseconds for durations; the mock time has no effect on them. */
  monotonic(): number;
}

/** A clock of real time until a mock time is set. `mockSeconds` is the mock time it starts with. */
export function createClock(mockSeconds?: number): Clock {
  let mock = mockSeconds ?? 0;
  return {
    seconds: () => (mock === 0 ? Math.floor(Date.now() / 1000) : mock),
    milliseconds: () => (mock === 0 ? Date.now() : mock * 1000),
    setMock: (seconds) => {
      mock = seconds;
    },
    get mocked() {
      return mock !== 0;
    },
    monotonic: () => performance.now(),
  };
}
