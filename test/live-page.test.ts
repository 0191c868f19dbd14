import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import type { LiveFrame } from '../reports/live/live-state.ts';
import { liveDocument } from '../reports/live/live-document.ts';
import { LiveServer } from '../reports/live/live-server.ts';
import { LoadLive } from '../reports/live/load-live.ts';
import { renderLive, stylesOf } from '../reports/live/render-live.ts';
import { needs } from './require.ts';
import { seriousViolations } from './support/axe.ts';
import { inBrowser } from './support/browser.ts';
import { inFolder, startPyx, type PyxRunning } from './support/pyx.ts';
import { until } from './until.ts';

/** The address that a command prints. */
async function addressOf(running: PyxRunning): Promise<string> {
  const address = (): string | undefined => /^live page: (http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/)$/m.exec(running.said())?.[1];
  await until(
    () => `an address in ${running.said()}`,
    () => address() !== undefined,
  );
  return address()!;
}

/** What goes wrong on a page, and requests to anything but its own address. */
function watched(page: Page, url: string): { readonly wrong: readonly string[]; readonly requests: readonly string[] } {
  const [wrong, requests]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => wrong.push(`${message.type()}: ${message.text()}`));
  // At the end the script of the page closes its connection.
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') wrong.push(`failed: ${request.url()} ${why}`);
  });
  page.on('request', (request) => {
    requests.push(request.url());
    if (!request.url().startsWith(url) && request.url() !== 'data:,') wrong.push(`requested ${request.url()}`);
  });
  return { wrong, requests };
}

/** Points of the line of results. */
const POINTS = `(document.querySelector('#live-course svg.lines path')?.getAttribute('d').match(/[ML]/g) ?? []).length`;
const waitFor = (page: Page, expression: string): Promise<unknown> => page.waitForFunction(expression, { timeout: 120_000, polling: 100 });
const textOf = (page: Page): Promise<string> => page.$eval('main', (main) => main.innerText);

/** The sockets on which a process listens (Linux). */
function listening(pid: number): string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch (error) {
        // Closed meanwhile.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && inode !== undefined && inodes.has(inode))
      .map(([, address = '']) => address),
  );
}

test('a load is drawn in a browser while it goes on, and the page says how it ended', async (ctx) => {
  await needs(ctx, 'chromium');
  await inFolder(async (folder) => {
    const out = join(folder, 'out');
    const args = [
      'load',
      'explorer',
      '--rate',
      '100',
      '--duration',
      '12s',
      '--warm-up',
      '0s',
      '--out',
      out,
      '--inconclusive',
      'pass',
      '--live',
    ];
    const running = startPyx([...args, '--threshold', 'errors < 50%']);
    const url = await addressOf(running);
    await inBrowser(async (page) => {
      const { wrong, requests } = watched(page, url);
      await page.goto(url);
      expect(await page.title()).toBe('Pyx: running, pyx load');
      await waitFor(page, `${POINTS} >= 3`);
      const before = (await page.evaluate(POINTS)) as number;
      // One that a reader has unfolded stays so while its chart is drawn anew.
      await page.evaluate(`document.querySelector('#live-course details').open = true`);
      await waitFor(page, `${POINTS} > ${before}`);
      expect(await page.evaluate(`document.querySelector('#live-course details').open`)).toBe(true);
      expect(await textOf(page)).toMatch(
        /Running[^]*results per second[^]*p99 of this second[^]*Calls per second[^]*Latency[^]*CPU of the node/,
      );
      await waitFor(page, `!document.title.startsWith('Pyx: running')`);
      const { code, stderr } = await running.ended;
      expect([code, await page.title()]).toEqual([0, expect.stringMatching(/^Pyx: (Passed|Passed with remarks|Inconclusive), pyx load$/)]);
      expect(stderr).toContain(url);
      const text = await textOf(page);
      expect(text).toContain(`The report is in ${out}.`);
      expect(text).toContain('The command has ended, and nothing more is drawn.');
      expect(await page.evaluate(POINTS)).toBeGreaterThanOrEqual(11);
      expect(wrong).toEqual([]);
      // The page, its events, and the icon that it has in itself: it was never connected again.
      expect(requests.filter((request) => request !== 'data:,')).toEqual([url, `${url}events`]);
    });
  });
});

test('a page of a long load keeps its size in the browser, and fits any width', async (ctx) => {
  await needs(ctx, 'chromium');
  const clock = { ms: 0 };
  const model = new LoadLive({ model: 'open', thresholds: ['p99 < 50ms'], cores: 2, isBeside: false }, () => clock.ms);
  model.phase('load', 1e9);
  let seconds = 0;
  const second = (): void => {
    const figures = { planned: 100, sent: 100, ended: 100, results: 100, late: 0, failed: 0, refused: 0, inFlight: 2, waiting: 0 };
    model.second({ second: seconds, ...figures, p50Us: 1_000 + (seconds % 7), p99Us: 9_000 + (seconds % 11), maxUs: 20_000 });
    model.usage('default-1', { atMs: 1_000 * seconds, cpuPercent: seconds % 100, cpuMs: 0, memoryBytes: 1e8 });
    seconds++;
    clock.ms += 1_000;
  };
  const frame = (): LiveFrame => ({
    command: 'pyx load',
    startedAt: '2026-11-27T00:00:00.000Z',
    durationMs: clock.ms,
    isStopping: false,
    notes: [],
    state: model.snapshot(),
    end: undefined,
  });
  const server = await LiveServer.listen(liveDocument({ title: 'long', styles: stylesOf('load') }));
  try {
    await inBrowser(async (page) => {
      const { wrong } = watched(page, server.url);
      await page.setBypassCSP(true); // for axe
      await page.goto(server.url);
      const devtools = await page.createCDPSession();
      /** Draws after each of so many steps. Returns elements and bytes in use. */
      const draw = async (times: number, secondsEach: number): Promise<{ elements: number; nodes: number; bytes: number }> => {
        for (let time = 0; time < times; time++) {
          for (let count = 0; count < secondsEach; count++) second();
          server.show(() => renderLive(frame()));
          await waitFor(page, `document.body.innerText.includes('load: ${durationText(clock.ms)} of')`);
        }
        await devtools.send('HeapProfiler.collectGarbage');
        const { Nodes = 0, JSHeapUsedSize = 0 } = await page.metrics();
        const elements = (await page.evaluate(`document.getElementsByTagName('*').length`)) as number;
        return { elements, nodes: Nodes, bytes: JSHeapUsedSize };
      };
      // From the size that is the largest, as then charts have as many points as they ever get.
      const first = await draw(3, 80);
      expect(first.elements).toBeGreaterThan(2_000);
      const later = await draw(40, 1_000);
      expect(later.elements).toBeLessThanOrEqual(1.05 * first.elements);
      expect(later.nodes).toBeLessThanOrEqual(1.5 * first.nodes);
      expect(later.bytes).toBeLessThanOrEqual(first.bytes + 10_000_000);
      for (const [scheme, width] of [
        ['light', 1_280],
        ['dark', 390],
      ] as const) {
        await page.setViewport({ width, height: 900 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        expect(await seriousViolations(page), `${scheme} ${width}`).toEqual([]);
      }
      expect(wrong).toEqual([]);
    });
  } finally {
    await server.end('over');
  }
});

/** As the step of a load has it: `40 min 00 s`. */
function durationText(ms: number): string {
  const all = Math.round(ms / 1_000);
  return `${Math.floor(all / 60)} min ${String(all % 60).padStart(2, '0')} s`;
}

describe('without a browser', () => {
  test('the rounds of a throughput test are told to whoever reads, and their end', async () => {
    await inFolder(async (folder) => {
      const args = [
        '--senders',
        '1',
        '--transactions',
        '200',
        '--rounds',
        '1',
        '--warm-up',
        '0',
        '--latency',
        '5ms',
        '--start-in',
        '200ms',
        '--inconclusive',
        'pass',
      ];
      const running = startPyx(['tps', ...args, '--out', join(folder, 'out'), '--live']);
      const response = await fetch(`${await addressOf(running)}events`);
      const events = await response.text();
      const { code, stderr } = await running.ended;
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expect(events).toContain('Arrivals at receiver-1');
      // One more without the links.
      expect(events).toContain('2 of 2');
      expect(events).toMatch(/event: end\ndata: \{"title":"Pyx: Passed[^"]*, pyx tps"\}/);
    });
  });

  test('faults, requests and cases are shown by the other commands', async () => {
    await inFolder(async (folder) => {
      const commands: [args: string[], texts: RegExp[]][] = [
        [
          ['run', '--case', 'rules/getblock/*', '--seed', '1'],
          [/Suites/, /cases done/, /"title":"Pyx: Passed[^"]*, pyx run"/],
        ],
        [
          ['fuzz', '--method', 'getblockcount', '--runs', '50', '--no-corpus', '--seed', '1'],
          [/50<\/b><span>requests/, /, pyx fuzz"/],
        ],
        [
          ['selfcheck', '--method', 'getdifficulty', '--sample', '1', '--seed', '1'],
          [/faults tried/, /Operators/, /, pyx selfcheck"/],
        ],
      ];
      for (const [args, texts] of commands) {
        const running = startPyx([...args, '--out', join(folder, args[0]!), '--live']);
        const events = await (await fetch(`${await addressOf(running)}events`)).text();
        await running.ended;
        for (const text of texts) expect(events.replaceAll('\\"', "'")).toMatch(text);
      }
    });
  });

  test('an interruption is shown, and a page that does not read does not keep the command', async () => {
    await inFolder(async (folder) => {
      const args = ['load', 'explorer', '--rate', '20', '--duration', '10m', '--warm-up', '0s', '--out', join(folder, 'out'), '--live'];
      const running = startPyx(args);
      const url = new URL(await addressOf(running));
      const silent = connect(Number(url.port), '127.0.0.1');
      silent.on('error', () => undefined).write(`GET ${url.pathname}events HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
      await once(silent, 'readable'); // and is never read
      const reading = fetch(`${url.href}events`).then((response) => response.text());
      await until(
        () => `a second of the load in ${running.said()}`,
        () => /load · .*\/s · p99/.test(running.said()),
      );
      running.child.kill('SIGINT');
      const [{ code, signal }, events] = await Promise.all([running.ended, reading]);
      expect([code, signal]).toEqual([130, null]);
      expect(events).toMatch(/event: end\ndata: \{"title":"Pyx: [^"]*, pyx load"\}/);
      silent.destroy();
    });
  });

  test('an error ends the page too, which says it', async () => {
    const running = startPyx(['load', 'explorer', '--target', 'http://127.0.0.1:9', '--live']);
    const address = await addressOf(running);
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining('127.0.0.1:9')]);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  test.each([
    [['load', 'explorer', '--live', '0'], 'A port is a whole number from 1 to 65535.'],
    [['load', '--live', 'explorer'], 'put --live last if it is to be a free one'],
    [['run', '--seeds', '2', '--live'], '--live shows one run; use it without --seeds and --watch'],
    [['load', 'explorer', '--engine', 'k6', '--emit', 'x', '--live'], '--live shows a load, and --emit makes none'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await startPyx(args).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('a port that is taken is refused before a node is started', async () => {
    const server = await LiveServer.listen('');
    try {
      const { code, stderr } = await startPyx(['load', 'explorer', '--live', new URL(server.url).port]).ended;
      expect([code, stderr]).toEqual([2, expect.stringMatching(/another program listens there; give another port, or --live alone/)]);
      expect(stderr).not.toContain('coind');
    } finally {
      await server.end('over');
    }
  });

  test.skipIf(process.platform !== 'linux')('a command listens with --live alone, on 127.0.0.1', async () => {
    await inFolder(async (folder) => {
      for (const [live, expected] of [
        [[], []],
        [['--live'], [expect.stringMatching(/^0100007F:/)]],
      ]) {
        const running = startPyx([
          'load',
          'explorer',
          '--rate',
          '20',
          '--duration',
          '10m',
          '--out',
          join(folder, 'out'),
          ...(live as string[]),
        ]);
        await until(
          () => `a load in ${running.said()}`,
          () => running.said().includes('scenario explorer'),
        );
        expect(listening(running.child.pid)).toEqual(expected);
        running.child.kill('SIGINT');
        await running.ended;
      }
    });
  });
});
