import { afterEach, expect, test } from 'vitest';
import { until } from '../../test/until.ts';
import type { LiveFrame } from './live-state.ts';
import { LivePage, LivePageError, type LivePageOptions } from './live-page.ts';
import { SelfcheckLive } from './selfcheck-live.ts';

const pages: LivePage[] = [];
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.end({ title: 'Passed', look: 'good', reasons: [] })));
});

const masked = (frame: LiveFrame): LiveFrame => JSON.parse(JSON.stringify(frame).replaceAll('s3cret', '***')) as LiveFrame;

async function open(over: Partial<LivePageOptions> = {}): Promise<LivePage> {
  const page = await LivePage.open({
    kind: 'selfcheck',
    command: 'pyx selfcheck',
    startedAt: new Date(),
    mask: masked,
    signal: new AbortController().signal,
    onFailure: (reason) => expect.fail(reason),
    ...over,
  });
  pages.push(page);
  return page;
}

/** The events of a page, until it has this text; closes the connection then. Returns all that came. */
async function read(page: LivePage, ...texts: readonly (readonly [text: string, then?: () => void])[]): Promise<string> {
  const abort = new AbortController();
  const { body } = await fetch(`${page.url}events`, { signal: abort.signal });
  const [decoder, left] = [new TextDecoder(), [...texts]];
  let all = '';
  for await (const bytes of body!) {
    all += decoder.decode(bytes as Uint8Array, { stream: true });
    while (left.length > 0 && all.includes(left[0]![0])) left.shift()![1]?.();
    if (left.length === 0) break;
  }
  abort.abort();
  return all;
}

test('shows the state of its model and what is printed with secrets masked, and how the command ended; then it is gone', async () => {
  const page = await open();
  const html = await (await fetch(page.url)).text();
  expect(html).toContain('<title>Pyx: running, pyx selfcheck</title>');
  const model = new SelfcheckLive('faults');
  page.follow(model);
  page.note('the password is s3cret');
  let ended: Promise<void> | undefined;
  const all = await read(
    page,
    ['Preparing'],
    ['the password is ***', () => model.progress('faults', 3, 9)],
    ['faults: 3 of 9', () => model.tried({ id: '1', operator: 'answer/s3cret', isFound: true })],
    ['answer/***', () => (ended = page.end({ title: 'Failed', look: 'bad', reasons: ['It was s3cret.'], outDir: '/tmp/out' }))],
    ['It was ***.'],
    ['event: end\ndata: {"title":"Pyx: Failed, pyx selfcheck"}'],
  );
  await ended;
  expect(all).not.toContain('s3cret');
  await expect(fetch(page.url)).rejects.toThrow('fetch failed');
});

test('a port that another program has is a clear error', async () => {
  const { port } = new URL((await open()).url);
  const second = open({ port: Number(port) });
  await expect(second).rejects.toThrow(LivePageError);
  await expect(second).rejects.toThrow(
    `--live: the page cannot be served at 127.0.0.1:${port}: another program listens there; give another port, or --live alone for a free one`,
  );
});

test('what cannot be drawn ends the page, is reported, and does not end the command', async () => {
  const failures: string[] = [];
  const page = await open({ onFailure: (reason) => failures.push(reason) });
  page.follow({ snapshot: () => ({ kind: 'run' }) as never });
  const reading = read(page, ['never']).catch(() => undefined);
  await until('the failure is reported', () => failures.length > 0);
  await reading;
  await page.end({ title: 'Passed', look: 'good', reasons: [] });
  expect(failures).toHaveLength(1);
});
