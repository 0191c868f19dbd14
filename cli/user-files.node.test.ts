import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { resolveCredentials } from '../client/credentials.ts';
import { acceptBaseline } from '../engine/accept-baseline.ts';
import { earlierFailures } from '../engine/conduct.ts';
import { mergeJournals } from '../engine/merge-journals.ts';
import { readAcceptedFile, readTargetFile } from '../engine/target-file.ts';
import { readScenario } from '../load/scenario/read-scenario.ts';
import { openPrepared } from '../load/transactions/open-prepared.ts';
import { digestOf } from '../reports/digest.ts';
import { readPastRun } from '../reports/earlier-run.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { readSelfcheckResults } from '../reports/selfcheck/read-selfcheck-results.ts';
import { killedRun, outcome, start } from '../reports/testing/sample-journal.ts';
import { writeReports } from '../reports/write-reports.ts';
import { readStandard } from '../specs/model/read-standard.ts';
import { specification } from '../specs/model/specification.ts';
import { UserError } from '../specs/model/user-error.ts';
import { kindOfPath } from '../specs/model/user-file.ts';
import { readKnownFile } from '../suites/diff/known-file.ts';
import { readEntry } from '../suites/fuzz/corpus.ts';
import { readExceptions } from '../suites/selfcheck/exceptions-file.ts';
import { checkFile } from './check-file.ts';
import { readPolicy } from './gate/read-policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'pyx-user-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DEEP = 20_000;
/** Of a file that somebody else may read only through Pyx. */
const SECRET = '$6$rounds=5000$saltsalt$Zm9vYmFy';

/** What the file is that a user names: each makes something at a path. */
const things: Readonly<Record<string, (path: string) => void>> = {
  'a folder': (path) => mkdirSync(path),
  'a pipe': (path) => void spawnSync('mkfifo', [path]),
  nothing: () => undefined,
  'a link to itself': (path) => symlinkSync(path, path),
  'an empty file': (path) => writeFileSync(path, ''),
  'random bytes': (path) => writeFileSync(path, Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))),
  '64 MB': (path) => {
    writeFileSync(path, '[');
    truncateSync(path, 64 * 1024 * 1024);
  },
  'nested lists': (path) => writeFileSync(path, '['.repeat(DEEP) + ']'.repeat(DEEP)),
  'nested lists in a member': (path) => writeFileSync(path, `{"t": "note", "name": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}\n`),
  'nested lists in a header': (path) => writeFileSync(path, `{"transactions": 1, "format": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}\n`),
  'a long text in a header': (path) => writeFileSync(path, `{"transactions": 1, "format": "${SECRET.repeat(1000)}"}\n`),
  'nested lists without an end': (path) => writeFileSync(path, `name: ${'- '.repeat(DEEP)}x`),
  'an alias bomb': (path) =>
    writeFileSync(
      path,
      Array.from(
        { length: 12 },
        (_, n) =>
          `a${n}: &a${n} [${Array(9)
            .fill(n === 0 ? 'x' : `*a${n - 1}`)
            .join(', ')}]\n`,
      ).join(''),
    ),
  'a number that no double holds': (path) => writeFileSync(path, '{"t": "note", "text": 1e400, "name": 1e400, "format": 1e400}\n'),
  'numbers in place of texts': (path) =>
    writeFileSync(
      path,
      '{"t": 1, "name": 1, "target": 5, "cases": 7, "id": 3, "variants": 1, "openrpc": 1, "methods": 4, "signature": 1}\n',
    ),
  'a list of numbers': (path) => writeFileSync(path, '[1, 2, 3]\n'),
  'a number': (path) => writeFileSync(path, '5\n'),
  'nothing but null': (path) => writeFileSync(path, 'null\n'),
  'a file of secrets': (path) => writeFileSync(path, `root:${SECRET}:20228:0:99999:7:::\n`),
  'a file of more secrets': (path) => writeFileSync(path, `root:${SECRET}:20228:0:99999:7:::\nbin:${SECRET}:1:0:9:7:::\n`),
  'a file of secrets with a key': (path) => writeFileSync(path, `${SECRET}: x\n`),
  'a file of secrets in a block': (path) => writeFileSync(path, `name: |${SECRET}\n`),
  'a file of secrets in a tag': (path) => writeFileSync(path, `name: !${SECRET} x\n`),
  'a file of secrets in an alias': (path) => writeFileSync(path, `name: *${SECRET}\n`),
};

/** How Pyx reads a file of a user. */
interface Reader {
  /** Its path in a folder of its own. */
  readonly path?: string;
  readonly read: (file: string, folder: string) => unknown;
}

/** Throws the problems of a file: they are printed like the message of an error. */
function asError(problems: readonly string[]): void {
  if (problems.length > 0) throw new UserError(problems.join('; '));
}

const readers: Readonly<Record<string, Reader>> = {
  'the policy of a gate': { read: readPolicy },
  'a target file': { read: (file) => readTargetFile(file) },
  'a baseline': {
    path: 't.baseline.yaml',
    read: (_, own) => {
      if (kindOfPath(own) === 'folder') writeFileSync(join(own, 't.yaml'), 'name: t\n');
      return readTargetFile(join(own, 't.yaml'));
    },
  },
  'a file to check': { read: (file) => asError(checkFile(file).map(({ message }) => message)) },
  'a scenario': { read: (file) => readScenario(file, specification) },
  'accepted differences of two nodes': { read: (file) => readKnownFile(file, '2026-11-20') },
  'a list of accepted differences': { read: (file) => readAcceptedFile(file) },
  'exceptions of a selfcheck': { read: readExceptions },
  'a standard in a file': { read: readStandard },
  'a method of a standard': { path: 'methods/chain/m.yaml', read: (_, own) => readStandard(own) },
  'results of an earlier run': { read: earlierFailures },
  'results of a load': { read: readLoadResults },
  'results of a selfcheck': { read: readSelfcheckResults },
  'an entry of a corpus': { read: readEntry },
  'a journal': { read: (file) => digestOf(file) },
  'a shard': { read: (file, own) => mergeJournals([file], join(own, 'merged.jsonl')) },
  'prepared transactions': { read: openPrepared },
  'compressed transactions': { path: 'it.gz', read: openPrepared },
  'a cookie file': { read: (cookieFile) => resolveCredentials({ address: 'http://127.0.0.1:1', cookieFile, env: {} }) },
  'a conf file': { read: (confFile) => resolveCredentials({ address: 'http://127.0.0.1:1', confFile, env: {} }) },
};

/** Files that are right for a reader, by the name of the thing and of the reader. */
const harmless: Readonly<Record<string, RegExp>> = {
  // Nothing was accepted yet; the target file stands without it.
  'a baseline': /^(nothing|a link to itself|an empty file|nothing but null)$/,
  // A list with comments only.
  'exceptions of a selfcheck': /^(an empty file|nothing but null)$/,
};

describe.each(Object.keys(readers))('%s', (name) => {
  const { path = 'it', read } = readers[name]!;

  test('below a file, or with too long a name, is refused in a sentence', async () => {
    const own = mkdtempSync(join(folder, 'own-'));
    writeFileSync(join(own, 'a'), '');
    for (const below of [join(own, 'a'), join(own, 'x'.repeat(5000))]) {
      const ended: unknown = await (async () => read(join(below, path), below))().catch((error: unknown) => error);
      expect(ended).toBeInstanceOf(UserError);
    }
  });

  test.each(Object.keys(things))('that is %s is refused in a sentence', async (thing) => {
    const own = mkdtempSync(join(folder, 'own-'));
    const file = join(own, path);
    mkdirSync(dirname(file), { recursive: true });
    things[thing]!(file);
    const ended = await (async () => read(file, own))().then(
      () => 'read',
      (error: unknown) => error,
    );
    if (harmless[name]?.test(thing) === true) return expect(ended).toBe('read');
    expect(ended).toBeInstanceOf(UserError);
    const { message, details } = ended as UserError;
    // The name of the file is the user's own.
    const told = [message, ...details].join('\n').replaceAll(own, '');
    expect(told).toMatch(/^[^\n]{10,600}$/);
    expect(told).not.toMatch(/call stack|Cannot (?:safely|read prop)|is not a function|is not iterable|undefined|rounds=|saltsalt/);
    return undefined;
  });
});

describe('a journal', () => {
  const lines = killedRun.map((line) => `${JSON.stringify({ ...line, atMs: 1 })}\n`);
  const written = (content: string): string => {
    const own = mkdtempSync(join(folder, 'journal-'));
    writeFileSync(join(own, 'journal.jsonl'), content);
    return join(own, 'journal.jsonl');
  };

  test.each([
    ['durationMs', '1e400'],
    ['durationMs', '"long"'],
    ['atMs', '1e400'],
    ['findings', '5'],
    ['findings', '[{"check": 1}]'],
    ['hits', '"all"'],
    ['status', '"broken"'],
    ['method', '{}'],
    ['id', '[]'],
    ['latencies', '{"getblock": {"1": "x"}}'],
    ['request', '"getblock"'],
    ['response', '7'],
    ['kind', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
    ['response', `{"result": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
  ])('with the %s %.20s is refused with the line', async (member, value) => {
    const { t, ...rest } = { ...outcome({ id: 'a/b', status: 'passed' }), atMs: 1, [member]: 'REPLACED' };
    const line = `${JSON.stringify({ t, ...rest }).replace('"REPLACED"', value)}\n`;
    const file = written(lines[0] + line + lines.at(-1));
    const ways = [
      () => digestOf(file),
      () => readPastRun('a', file),
      () => writeReports(file, dirname(file), {}),
      () => acceptBaseline(file, 'coind'),
    ];
    for (const way of ways) {
      const error: unknown = await way().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UserError);
      expect((error as Error).message).toMatch(/line 2: not a line of a journal/);
    }
  });

  test('with numbers that no double holds in a call and its answer is reported', async () => {
    const failed = JSON.stringify({
      ...outcome({
        id: 'a/b',
        status: 'failed',
        findings: [{ check: 'x', evidence: 'document', source: 's', path: 'tx[0].a', message: 'm' }],
      }),
      request: { method: 'getblock', params: ['BIG'] },
      response: { result: { tx: [{ a: 'BIG' }], b: 'BIG' } },
      atMs: 1,
    }).replaceAll('"BIG"', '1e400');
    const file = written(`${lines[0]}${failed}\n`);
    const { totals } = await writeReports(file, dirname(file), {});
    expect(totals.failed).toBe(1);
    expect(readFileSync(join(dirname(file), 'index.html'), 'utf8')).toContain('1e400');
  });

  test('of which nothing is wrong is read', async () => {
    const { totals } = await digestOf(written(lines.join('')));
    expect(totals.waived).toBe(1);
    expect(start.t).toBe('start');
  });
});

test('YAML has one reader: no other file parses it', async () => {
  const root = join(import.meta.dirname, '..');
  const files = (
    await Promise.all(['cli', 'client', 'engine', 'fixtures', 'load', 'provision', 'reports', 'specs', 'suites'].map(sourcesIn))
  ).flat();
  const parsing = files.filter((file) =>
    /import \{[^}]*\b(?:parse|parseDocument|parseAllDocuments|Parser)\b[^}]*\} from 'yaml'/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(parsing).toEqual(['specs/model/yaml-text.ts']);

  async function sourcesIn(room: string): Promise<string[]> {
    const names = await readdir(join(root, room), { recursive: true });
    return names
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing'))
      .map((name) => join(room, name));
  }
});
