import { describe, expect, test } from 'vitest';
import type { SecondFigures } from '../../load/generator/types.ts';
import { LiveLine } from './live-line.ts';

const figures: SecondFigures = {
  second: 1,
  planned: 200,
  sent: 200,
  ended: 199,
  results: 199,
  late: 0,
  failed: 0,
  refused: 0,
  p50Us: 1_000,
  p99Us: 9_810,
  maxUs: 20_000,
  inFlight: 3,
  waiting: 0,
};

/** A stream, its clock in milliseconds, and what was written. */
function lineOn({ isTTY, columns = 120 }: { readonly isTTY: boolean; readonly columns?: number }): {
  live: LiveLine;
  clock: { ms: number };
  pieces: string[];
} {
  const pieces: string[] = [];
  const clock = { ms: 0 };
  const live = new LiveLine({ stream: { isTTY, columns, write: (text) => pieces.push(text) }, environment: {}, now: () => clock.ms });
  return { live, clock, pieces };
}

describe('on a terminal', () => {
  test('one line is rewritten, with a bar, the time, the rate, p99 and calls in flight', () => {
    const { live, clock, pieces } = lineOn({ isTTY: true });
    live.phase('load', 10_000);
    clock.ms = 5_000;
    live.second(figures);
    expect(pieces.at(-1)).toBe(
      `\r\u001b[2K${'━'.repeat(10)}${'─'.repeat(10)} load · 5.0 s of 10.0 s · 199/s · p99 9.81 ms · 0 failed · 3 in flight`,
    );
    expect(pieces.join('')).not.toContain('\n');
    live.close();
    expect(pieces.at(-1)).toBe('\r\u001b[2K');
  });

  test('failed and refused calls are red, and waiting ones are named', () => {
    const { live, clock, pieces } = lineOn({ isTTY: true });
    live.phase('load', 10_000);
    clock.ms = 1_000;
    live.second({ ...figures, failed: 7, refused: 2, waiting: 40 });
    expect(pieces.at(-1)).toContain('· \u001b[31m7 failed\u001b[39m · \u001b[31m2 refused\u001b[39m · 3 in flight · 40 waiting');
  });

  test('one that says it has no columns is taken for one of the usual width', () => {
    const { live, pieces } = lineOn({ isTTY: true, columns: 0 });
    live.phase('load', 10_000);
    expect(pieces.at(-1)).toContain('load');
  });

  test('a narrow one shows the figures without a bar, and never a second line', () => {
    const { live, clock, pieces } = lineOn({ isTTY: true, columns: 40 });
    live.phase('load', 10_000);
    clock.ms = 1_000;
    live.second(figures);
    const shown = pieces.at(-1)!.replace('\r\u001b[2K', '');
    expect(shown).toBe('load · 1.0 s of 10.0 s · 199/s · p99 9.');
    expect(shown).toHaveLength(39);
  });

  test('a measured rate is a line that stays', () => {
    const { live, pieces } = lineOn({ isTTY: true });
    live.phase('200 calls/s', 3_000);
    live.step({ ratePerS: 200, passed: false, resultsPerS: 150, p99Us: 120_000, errors: 0, refused: 0, failed: ['p99 < 100ms'] });
    expect(pieces.slice(-2)).toEqual(['\r\u001b[2K', '     200 calls/s  p99   120 ms  not met: p99 < 100ms\n']);
  });

  test('what a scenario is called cannot control the terminal', () => {
    const { live, pieces } = lineOn({ isTTY: true });
    live.progress('\u001b[2Jblocks\n', 1, 2);
    expect(pieces.join('').replaceAll('\r\u001b[2K', '')).not.toMatch(/[\u0000-\u001f]/);
    expect(pieces.at(-1)).toContain('\\u001b[2Jblocks');
  });
});

describe('elsewhere', () => {
  test('a plain line is written every five seconds', () => {
    const { live, clock, pieces } = lineOn({ isTTY: false });
    live.progress('blocks', 1, 40);
    clock.ms = 6_000;
    live.progress('blocks', 39, 40);
    clock.ms = 12_000;
    live.phase('load', 60_000);
    for (clock.ms = 13_000; clock.ms <= 23_000; clock.ms += 1_000) live.second(figures);
    expect(pieces).toEqual([
      'blocks 39/40\n',
      'load · 1.0 s of 1 min 00 s · 199/s · p99 9.81 ms · 0 failed · 3 in flight\n',
      'load · 6.0 s of 1 min 00 s · 199/s · p99 9.81 ms · 0 failed · 3 in flight\n',
      'load · 11.0 s of 1 min 00 s · 199/s · p99 9.81 ms · 0 failed · 3 in flight\n',
    ]);
    live.close();
    expect(pieces).toHaveLength(4);
  });

  test('the first step of a part is shown at once', () => {
    const { live, clock, pieces } = lineOn({ isTTY: false });
    live.begin();
    for (const ms of [0, 1_000, 6_000]) {
      clock.ms = ms;
      live.progress('faults', ms / 1_000, 9);
    }
    expect(pieces).toEqual(['faults 0/9\n', 'faults 6/9\n']);
  });
});
