/** Time, which tests and `setmocktime` may set. */
export interface Clock {
  /** Epoch seconds; the mock time where one is set. */
  seconds(): number;
  /** Epoch milliseconds; the mock time where one is set. */
  milliseconds(): number;
  /** 0 goes back to real time. */
  setMock(seconds: number): void;
  readonly mocked: boolean;
  /** Steady milliseconds that no mock moves, for durations. */
  monotonic(): number;
}

/** Real time until a mock time is set. `mockSeconds`: set from the beginning. */
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
