import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import type { Universe } from './coverage.ts';
import { JournalWriter, readJournal } from './journal.ts';
import type { EndLine, JournalLine, StartLine, WrittenLine } from './journal-lines.ts';
import { mergeJournals } from './merge-journals.ts';
import type { Outcome } from './outcome.ts';
import type { AcceptanceStanding } from './acceptance-standing.ts';

const universe: Universe = {
  methods: ['m:getblock'],
  params: [],
  enumValues: [],
  resultFields: [],
  stateRows: [],
  limits: [],
  errors: [],
  envelope: [],
  rules: ['r:getblock/a', 'r:getblock/never-judged'],
  untestable: {},
  families: { getblock: 'chain' },
};
const start = (index: number, part: Partial<StartLine> = {}): StartLine => ({
  t: 'start',
  pyx: '1',
  seed: 5,
  startedAt: `2026-11-20T09:3${index}:00.000Z`,
  command: ['pyx'],
  target: { name: 'x', kind: 'process', version: 1, subversion: '/x/', chain: 'regtest', targetFile: 't.yaml' },
  planned: 1,
  suites: { rules: 1 },
  wholeRun: false,
  universe: { ...universe, rules: [] },
  shard: { index, total: 2, whole: universe },
  ...part,
});
const passed = (id: string): Outcome & { t: 'outcome' } => ({
  t: 'outcome',
  id,
  suite: 'rules',
  method: 'getblock',
  kind: 'rule',
  status: 'passed',
  durationMs: 1,
  calls: 1,
  findings: [],
  hits: [],
  node: 'default-1',
});
const standing: AcceptanceStanding = {
  kind: 'accepted',
  what: 'getblock hash: type, number',
  why: 'so',
  source: 't.yaml:3',
  met: 0,
  open: false,
  cases: 1,
  ran: true,
  gone: false,
  someSeeds: false,
};
/** Longer than the test may take: the time of the last line counts too. */
const end: JournalLine = { t: 'end', complete: true, durationMs: 3_600_000 };
const shard = (index: number, part: Partial<AcceptanceStanding> = {}): JournalLine[] => [
  start(index),
  passed(`rules/${index}`),
  { t: 'accepted', standings: [{ ...standing, ...part }], forShards: [{ ...standing, ...part }] },
  end,
];

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'pyx-merge-'))));
afterAll(() => rmSync(folder, { recursive: true }));

async function merged(...journals: readonly (readonly JournalLine[])[]): Promise<WrittenLine[]> {
  const files = journals.map((lines, index) => {
    const file = join(folder, `${index}.jsonl`);
    const writer = new JournalWriter(file, new Secrets());
    for (const line of lines) writer.append(line);
    writer.close();
    return file;
  });
  const out = join(folder, 'out.jsonl');
  await mergeJournals(files, out);
  const lines: WrittenLine[] = [];
  for await (const line of readJournal(out)) lines.push(line);
  return lines;
}

const staleIn = (lines: readonly WrittenLine[]): string[] =>
  lines.flatMap((line) => (line.t === 'outcome' && line.suite === 'target-file' ? line.findings.map(({ message }) => message) : []));

describe('the shards of a run', () => {
  test('become one run, in their order, with what all of them can cover', async () => {
    const lines = await merged(shard(2), shard(1));
    expect(lines[0]).toMatchObject({
      t: 'start',
      planned: 2,
      suites: { rules: 2 },
      wholeRun: true,
      startedAt: '2026-11-20T09:31:00.000Z',
      universe,
    });
    expect(lines[0]).not.toHaveProperty('shard');
    expect(lines.flatMap((line) => (line.t === 'outcome' && line.suite === 'rules' ? [[line.id, line.node]] : []))).toEqual([
      ['rules/1', 'shard 1, default-1'],
      ['rules/2', 'shard 2, default-1'],
    ]);
    expect(lines.at(-1)).toMatchObject({ t: 'end', complete: true, durationMs: 3_600_000 });
  });

  test('judge accepted differences together: one that a single shard met is needed', async () => {
    expect(staleIn(await merged(shard(1), shard(2)))).toEqual([
      'the accepted difference "getblock hash: type, number" matched nothing although all 2 cases that could meet it were run: remove it, or mark it by seeds: some',
    ]);
    expect(staleIn(await merged(shard(1), shard(2, { met: 1 })))).toEqual([]);
    expect(staleIn(await merged(shard(1), shard(2, { open: true })))).toEqual([]);
    expect(staleIn(await merged(shard(1, { cases: 0, ran: false }), shard(2, { cases: 0, ran: false })))).toEqual([
      'the accepted difference "getblock hash: type, number" can be met by no case: correct or remove it',
    ]);
  });

  test('report an expired one once, although each of them has reported it', async () => {
    const own = { ...passed('target-file/expired-acceptance-1'), suite: 'target-file', status: 'failed' } as const;
    const both = [1, 2].map((index) => [
      ...shard(index, { expired: '2026-01-01' }).slice(0, 2),
      own,
      ...shard(index, { expired: '2026-01-01' }).slice(2),
    ]);
    expect(staleIn(await merged(...both))).toEqual([
      'the accepted difference "getblock hash: type, number" was valid until 2026-01-01: fix the difference, or renew the entry with a reason',
    ]);
  });

  describe('of which one used up the time that was given', () => {
    const inTime: EndLine = { t: 'end', complete: false, stopped: 'the time given was used up', cause: 'time', durationMs: 1 };
    const interrupted: EndLine = { t: 'end', complete: false, stopped: 'the run was interrupted', cause: 'interruption', durationMs: 1 };
    const ending = (index: number, ...ends: readonly JournalLine[]): JournalLine[] => [...shard(index).slice(0, -1), ...ends];

    test.each<readonly [string, readonly (readonly JournalLine[])[], object]>([
      ['and the other came to its end', [ending(1, inTime), shard(2)], { cause: 'time', stopped: inTime.stopped }],
      [
        'and the other was interrupted',
        [ending(1, inTime), ending(2, interrupted)],
        { cause: 'interruption', stopped: interrupted.stopped },
      ],
      ['and the other was killed', [ending(1, inTime), ending(2)], { cause: undefined, stopped: undefined }],
      ['and the other is missing', [ending(1, inTime)], { cause: undefined, stopped: 'shard 2 of 2 is missing' }],
    ])('%s', async (_, journals, expected) => {
      const joined = (await merged(...journals)).at(-1) as Partial<EndLine>;
      expect({ complete: joined.complete, cause: joined.cause, stopped: joined.stopped }).toEqual({ complete: false, ...expected });
    });
  });

  test('are not complete without one of them, and judge no accepted difference', async () => {
    const lines = await merged(shard(1));
    expect(lines.at(-1)).toMatchObject({ complete: false, stopped: 'shard 2 of 2 is missing' });
    expect(lines[0]).toMatchObject({ wholeRun: false });
    expect(staleIn(lines)).toEqual([]);
  });

  test('are not complete if one was killed', async () => {
    const lines = await merged(shard(1), shard(2).slice(0, 2));
    expect(lines.at(-1)).toMatchObject({ complete: false });
    expect(staleIn(lines)).toEqual([]);
  });

  test.each([
    ['a run without shards', [start(1, { shard: undefined as never })], /expected a shard of a run, found a run without --shard/],
    ['a shard twice', shard(1), /shard 1 of 2 is named twice/],
    ['another seed', [start(2, { seed: 6 })], /the seed is 6, expected 5 as in/],
    ['another number of shards', [start(2, { shard: { index: 2, total: 3 } })], /the number of shards is 3, expected 2/],
  ])('are refused with %s', async (_, other, message) => {
    const { shard: _shard, ...plain } = other[0] as StartLine;
    const lines = _ === 'a run without shards' ? [plain as StartLine] : other;
    await expect(merged(shard(1), lines)).rejects.toThrow(message);
  });
});
