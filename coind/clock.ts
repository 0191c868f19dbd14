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
  /** Epoch microseconds, whole, by the clock of the machine whatever the mock time: for moments that several machines compare. */
  microseconds(): number;
}

const US_PER_MS = 1000;

/**
 * Epoch microseconds out of two clocks: `Date.now()`, which is right and shows whole milliseconds, and the steady clock,
 * which shows less than a microsecond and knows no epoch. The first call waits up to a millisecond for the former to tick.
 */
function createMicroseconds(): () => number {
  let offsetUs: number | undefined;
  return () => {
    if (offsetUs === undefined) {
      const firstMs = Date.now();
      while (Date.now() === firstMs);
      offsetUs = Date.now() * US_PER_MS - performance.now() * US_PER_MS;
    }
    const beforeUs = performance.now() * US_PER_MS;
    const machineUs = Date.now() * US_PER_MS;
    const afterUs = performance.now() * US_PER_MS;
    // The machine's clock is set and slewed: between the two looks it was within the millisecond that it showed.
    if (afterUs + offsetUs < machineUs) offsetUs = machineUs - afterUs;
    else if (beforeUs + offsetUs >= machineUs + US_PER_MS) offsetUs = machineUs + US_PER_MS - 1 - beforeUs;
    // Of the moment between the looks: the last one may be in a millisecond that the machine's clock does not show yet.
    return Math.floor(Math.min(Math.max(beforeUs + offsetUs, machineUs), machineUs + US_PER_MS - 1));
  };
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
    microseconds: createMicroseconds(),
  };
}

/** The mock time of a clock, to be restored. The time itself goes on. */
export const mockTimeOf = (clock: Clock): { freeze(): () => void } => ({
  freeze: () => {
    const mock = clock.mocked ? clock.seconds() : 0;
    return () => clock.setMock(mock);
  },
});
