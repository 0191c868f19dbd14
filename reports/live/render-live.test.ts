import { describe, expect, test } from 'vitest';
import type { SecondFigures } from '../../load/generator/types.ts';
import { sampleDisturbances, sampleRound } from '../../load/tps/testing/sample-tps-results.ts';
import type { Case } from '../../engine/case.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { headings, textOf } from '../testing/page-text.ts';
import { expectNoExternalResource, expectNoForeignMarkup } from '../testing/safe-page.ts';
import { hostile } from '../testing/sample-journal.ts';
import { FuzzLive } from './fuzz-live.ts';
import { liveDocument } from './live-document.ts';
import type { LiveEnd, LiveFrame, LiveState } from './live-state.ts';
import { LoadLive, type LoadShown } from './load-live.ts';
import { renderLive, stylesOf } from './render-live.ts';
import { RunLive } from './run-live.ts';
import { SelfcheckLive } from './selfcheck-live.ts';
import { TpsLive } from './tps-live.ts';

const frame = (state: LiveState | undefined, more: Partial<LiveFrame> = {}): LiveFrame => ({
  command: 'pyx load',
  startedAt: '2026-11-27T02:03:04.000Z',
  durationMs: 5_000,
  isStopping: false,
  notes: [],
  state,
  end: undefined,
  ...more,
});
const htmlOf = (state: LiveState | undefined, more: Partial<LiveFrame> = {}): string =>
  renderLive(frame(state, more))
    .map(({ html }) => html)
    .join('\n');
const idsOf = (state: LiveState): string[] => renderLive(frame(state)).map(({ id }) => id);
/** Characters of what is sent to the thread, and of what is sent to a page. */
const sizesOf = (state: LiveState): number[] => [JSON.stringify(state).length, htmlOf(state).length];

const shown: LoadShown = { model: 'open', thresholds: ['p99 < 50ms'], cores: 2, isBeside: false };
const second = (number: number, over: Partial<SecondFigures> = {}): SecondFigures => ({
  second: number,
  planned: 100,
  sent: 100,
  ended: 100,
  results: 97,
  late: 0,
  failed: 2,
  refused: 1,
  p50Us: 1_000,
  p99Us: 9_000 + number,
  maxUs: 20_000,
  inFlight: 3,
  waiting: 0,
  ...over,
});

/** A load of so many seconds, with samples of CPU, at its end. */
function loadOf(seconds: number): LoadLive {
  const clock = { ms: 0 };
  const live = new LoadLive(shown, () => clock.ms);
  live.phase('load', 1_000 * seconds);
  for (let number = 0; number < seconds; number++) {
    clock.ms += 1_000;
    live.second(second(number));
    live.usage('default-1', { atMs: clock.ms, cpuPercent: 40, cpuMs: 0, memoryBytes: 1e8 + number });
  }
  return live;
}

const outcome = (id: string, status: Outcome['status'], message = 'wrong'): Outcome => ({
  id,
  suite: 'rules',
  method: 'getblock',
  kind: 'rule',
  status,
  durationMs: 1,
  calls: 1,
  findings: status === 'failed' ? [{ check: 'equals', evidence: 'document', source: 'document 2, Block', message }] : [],
  hits: [],
});
const plan = { cases: ['a', 'b', 'c', 'd'].map((id) => ({ id, suite: 'rules' }) as Case) };

describe('a load', () => {
  test('shows the last second, what is done, and charts with a point for each second', () => {
    const { sections } = { sections: renderLive(frame(loadOf(3).snapshot())) };
    const [head, course, , usage] = sections;
    expect(textOf(head!.html)).toContain('load: 3.0 s of 3.0 s');
    expect(textOf(head!.html)).toMatch(/97 results per second .*6 errors 3 refused: work queue full/);
    expect(/<svg class="lines".*?<path class="line l0" d="([^"]*)"/.exec(course!.html)?.[1]?.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
    expect(course!.html).toContain('p99 &lt; 50ms');
    expect(usage!.html).toContain('CPU of the node');
  });

  test('keeps all that was counted when seconds are merged, and the highest of their latencies', () => {
    const { course, seconds } = loadOf(5_000).snapshot();
    expect(seconds).toBe(5_000);
    expect(course.length).toBeLessThanOrEqual(240);
    expect(course.reduce((sum, { results }) => sum + results, 0)).toBe(97 * 5_000);
    expect(course.reduce((sum, { measuredMs }) => sum + measuredMs, 0)).toBe(5_000_000);
    expect(course.at(-1)?.p99Us).toBe(9_000 + 4_999);
    expect(htmlOf(loadOf(5_000).snapshot())).toContain('Of the calls that ended in each 32 seconds or less, the highest.');
  });

  test('of hours is as large as one of ten minutes', () => {
    const [short, long] = [sizesOf(loadOf(600).snapshot()), sizesOf(loadOf(20_000).snapshot())];
    for (const [index, size] of long.entries()) expect(size).toBeLessThan(2 * short[index]!);
  });

  test('counts what comes after the end as no rate', () => {
    const live = new LoadLive(shown, () => 0);
    live.phase('load', 2_000);
    live.second(second(0));
    live.second(second(1));
    live.second(second(2, { planned: 0, sent: 0, results: 5, late: 5 }));
    const { last, course } = live.snapshot();
    expect(last?.second).toBe(1);
    expect(course.at(-1)?.measuredMs).toBe(0);
  });

  test('shows the preparation, the warm-up and the rates of a search', () => {
    const live = new LoadLive(shown, () => 0);
    live.progress('filling the chain', 3, 40);
    expect(textOf(htmlOf(live.snapshot()))).toContain('filling the chain: 3 of 40');
    live.phase('load: warm-up', 1_000);
    expect(textOf(htmlOf(live.snapshot()))).toContain('load: warm-up: 0 ms of 1.0 s');
    const step = { ratePerS: 400, resultsPerS: 399, p99Us: 60_000, errors: 0, refused: 0, passed: false, failed: ['p99 < 50ms'] };
    for (let rate = 0; rate < 200; rate++) live.step({ ...step, ratePerS: 400 + rate }, false);
    expect(live.snapshot().steps.length).toBeLessThan(50);
    expect(textOf(htmlOf(live.snapshot()))).toContain('599 399 60 ms ✗ p99 &lt; 50ms short');
  });
});

describe('a throughput test', () => {
  test('shows arrivals of the running round at each receiver, and then the charts of the rounds', () => {
    const live = new TpsLive(3);
    live.received(1, 100_000, new Map([['receiver-1', 10]]));
    live.received(1, 200_000, new Map([['receiver-1', 1_000]]));
    expect(live.snapshot().receivers).toEqual([
      {
        receiver: 'receiver-1',
        received: [
          [100_000, 10],
          [200_000, 1_000],
        ],
      },
    ]);
    expect(headings(htmlOf(live.snapshot()))).toEqual(['This round']);
    live.round(sampleRound(1, 500));
    expect(headings(htmlOf(live.snapshot()))).toEqual(['Rounds that are over']);
    expect(textOf(htmlOf(live.snapshot()))).toContain('1 of 3 round 500 transactions per second in round 1');
    live.received(2, 100_000, new Map([['receiver-1', 4]]));
    expect(live.snapshot().receivers[0]?.received).toEqual([[100_000, 4]]);
  });

  test('shows as lost in a round with faults what the network has lost, and not what came to a receiver by a block', () => {
    const live = new TpsLive(3);
    live.received(1, 100_000, new Map([['receiver-1', 10]]));
    const missed = sampleRound(1, 500, {
      receivers: sampleRound(1, 500).receivers.map((receiver) => ({ ...receiver, lost: { ...receiver.lost, count: 99 } })),
    });
    live.round(missed);
    expect(textOf(htmlOf(live.snapshot()))).toContain('99 lost of it at a receiver');
    live.round({ ...missed, disturbances: sampleDisturbances('receiver-1', { lostWithPool: { count: 3, examples: [] } }) });
    expect(textOf(htmlOf(live.snapshot()))).toContain('3 lost of it 0 refused of it');
  });

  test('is bounded, however many rounds, receivers and counts there are', () => {
    const live = new TpsLive(500);
    const counts = new Map(Array.from({ length: 64 }, (_, index) => [`receiver-${index}`, 5]));
    const rounds = (from: number, to: number): number[] => {
      for (let round = from; round <= to; round++) {
        for (let poll = 1; poll <= 600; poll++) live.received(round, poll * 100_000, counts);
        if (round < to) live.round(sampleRound(round, 500));
      }
      return sizesOf(live.snapshot());
    };
    const few = rounds(1, 12);
    for (const [index, size] of rounds(12, 40).entries()) expect(size).toBeLessThan(1.2 * few[index]!);
  });
});

describe('a trial', () => {
  test('shows cases by suite, those that are tried again, and failures', () => {
    const live = new RunLive(plan);
    live.outcome(outcome('a', 'passed'));
    live.suspect('b');
    expect(textOf(htmlOf(live.snapshot()))).toContain('1 failed once, tried again');
    live.outcome(outcome('b', 'failed', 'expected 1, got 2'));
    const text = textOf(htmlOf(live.snapshot()));
    expect(text).toContain('2 of 4 cases done 1 passed 1 failed 0 failed once, tried again');
    expect(text).toContain('rules 50 % 2 of 4 · 1 failed');
    expect(text).toContain('Failures the newest first b expected 1, got 2 document: document 2, Block');
    expect(htmlOf(live.snapshot())).not.toContain('<button');
  });

  test('keeps the newest of many failures, and cuts what is long', () => {
    const live = new RunLive(plan);
    for (let index = 0; index < 1_000; index++) live.outcome(outcome(`case-${index}`, 'failed', 'x'.repeat(5_000)));
    const html = htmlOf(live.snapshot());
    expect(html).toContain('the newest 20 of 1,000');
    expect(html).toContain('case-999');
    expect(html).not.toContain('case-979<');
    expect(html.length).toBeLessThan(30_000);
  });
});

describe('a fuzz run', () => {
  test('shows requests over time, and findings', () => {
    const clock = { ms: 500_000 };
    const live = new FuzzLive(Infinity, () => clock.ms);
    for (let runs = 1; runs <= 50; runs++) {
      live.progress({ runs, answerKinds: runs, lostNodes: 0 });
      clock.ms += 100;
    }
    live.finding({ title: 'crash: getblock', message: 'the node ended', source: 'health: a node must not end' });
    const { course } = live.snapshot();
    expect(course.map(({ atMs, requests, durationMs }) => [atMs, requests, durationMs])).toEqual([
      [0, 10, 1_000],
      [1_000, 10, 1_000],
      [2_000, 10, 1_000],
      [3_000, 10, 1_000],
    ]);
    const text = textOf(htmlOf(live.snapshot()));
    expect(text).toContain('requests: 50');
    expect(text).toContain('Findings the newest first crash: getblock the node ended');
  });

  test('of a day is as large as one of ten minutes', () => {
    const sizes = (seconds: number): number[] => {
      const clock = { ms: 0 };
      const live = new FuzzLive(1e9, () => clock.ms);
      for (let runs = 0; runs <= seconds; runs++, clock.ms += 1_000) live.progress({ runs, answerKinds: runs % 1_000, lostNodes: 0 });
      return sizesOf(live.snapshot());
    };
    const [short, day] = [sizes(600), sizes(86_400)];
    for (const [index, size] of day.entries()) expect(size).toBeLessThan(2 * short[index]!);
  });
});

test('a selfcheck shows the faults of each operator that were tried and found, each once', () => {
  const live = new SelfcheckLive('faults');
  live.progress('faults (1 found), cases of the default profile', 2, 9);
  live.tried({ id: '1', operator: 'answer/dropped', isFound: false });
  live.tried({ id: '2', operator: 'answer/dropped', isFound: true });
  live.tried({ id: '3', operator: 'request/left-out', isFound: false });
  live.tried({ id: '1', operator: 'answer/dropped', isFound: true });
  live.tried({ id: '1', operator: 'answer/dropped', isFound: true });
  const text = textOf(htmlOf(live.snapshot()));
  expect(text).toContain('faults (1 found), cases of the default profile: 2 of 9 3 faults tried 2 found so far');
  expect(text).toContain('answer/dropped 100 % 2 of 2 found request/left-out 0 % 0 of 1 found');
});

describe('every page', () => {
  const models: readonly (() => { snapshot(): LiveState }[])[] = [
    () => [new LoadLive(shown), loadOf(3)],
    () => {
      const later = new TpsLive(3);
      later.received(1, 1, new Map([['r', 1]]));
      later.round(sampleRound(1, 500));
      return [new TpsLive(3), later];
    },
    () => {
      const later = new RunLive(plan);
      later.outcome(outcome('a', 'failed'));
      return [new RunLive(plan), later];
    },
    () => {
      const later = new FuzzLive(10);
      later.finding({ title: 'a', message: 'b', source: 'c' });
      return [new FuzzLive(10), later];
    },
    () => {
      const later = new SelfcheckLive('faults');
      later.tried({ id: '1', operator: 'answer/dropped', isFound: true });
      return [new SelfcheckLive('faults'), later];
    },
  ];

  test('has the same sections in the same order at any time, as the page puts them where they first came', () => {
    for (const make of models) {
      const [first, later] = make();
      expect(idsOf(first!.snapshot())).toEqual(idsOf(later!.snapshot()));
    }
  });

  test('shows what is printed, that the command stops, and how it ended', () => {
    expect(textOf(htmlOf(undefined, { notes: ['target file: none'] }))).toContain(
      'Preparing. started 2026-11-27 02:03:04 UTC running for 5.0 s',
    );
    expect(textOf(htmlOf(undefined, { notes: ['target file: none'] }))).toContain('Printed the newest lines target file: none');
    expect(textOf(htmlOf(undefined, { isStopping: true }))).toContain('Stopping');
    const end: LiveEnd = { title: 'Failed', look: 'bad', reasons: ['A threshold was not met.'], outDir: '/tmp/out' };
    const text = textOf(htmlOf(loadOf(2).snapshot(), { end }));
    expect(text).toContain('Failed pyx load A threshold was not met. The report is in /tmp/out .');
    expect(text).not.toContain('load: 2.0 s of 2.0 s');
  });

  test('has no markup of a node, and loads nothing from elsewhere', () => {
    const run = new RunLive({ cases: [{ id: hostile, suite: hostile } as Case] });
    run.outcome({ ...outcome(hostile, 'failed', hostile), suite: hostile });
    run.outcome(outcome('a', 'passed'));
    const load = new LoadLive({ ...shown, thresholds: [hostile] });
    load.progress(hostile, 1, 2);
    load.usage(hostile, { atMs: 1, cpuPercent: 1, cpuMs: 0, memoryBytes: 1 });
    load.usage(hostile, { atMs: 2, cpuPercent: 1, cpuMs: 0, memoryBytes: 1 });
    load.second(second(0));
    const tps = new TpsLive(2);
    tps.received(1, 1, new Map([[hostile, 1]]));
    const fuzz = new FuzzLive(10);
    fuzz.finding({ title: hostile, message: hostile, source: hostile });
    const selfcheck = new SelfcheckLive(hostile);
    selfcheck.tried({ id: hostile, operator: hostile, isFound: true });
    const end: LiveEnd = { title: 'Failed', look: 'bad', reasons: [hostile], outDir: hostile };
    for (const model of [run, load, tps, fuzz, selfcheck]) {
      const state = model.snapshot();
      const styles = stylesOf(state.kind);
      // As a whole page: the document with its script, and the sections where the script puts them.
      const page = liveDocument({ title: hostile, styles })
        .replace('<link rel="icon" href="data:,">', '')
        .replace('<div id="sections">', () => `<div id="sections">${htmlOf(state, { notes: [hostile], end })}`);
      expectNoForeignMarkup(page);
      expectNoExternalResource(page);
    }
  });
});
