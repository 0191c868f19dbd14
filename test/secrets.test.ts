import { createBase58check } from '@scure/base';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBinary } from '../fixtures/targets/find-binary.ts';
import { needs } from './require.ts';
import { processes } from './support/processes.ts';
import { inFolder, startPyx } from './support/pyx.ts';

const root = join(import.meta.dirname, '..');
const base58check = createBase58check(sha256);

/** Methods with keys, seeds or passphrases in arguments or results. */
const methods = [
  'dumpprivkey',
  'importprivkey',
  'importmulti',
  'signrawtransactionwithkey',
  'signrawtransaction',
  'sethdseed',
  'encryptwallet',
  'walletpassphrase',
  'walletpassphrasechange',
];

interface Recorded {
  readonly user?: string;
  readonly password?: string;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly answered?: string;
}

/** Whether the bytes are a private key of a test network, single or extended. Invalid keys are not secrets. */
function isPrivate(bytes: Uint8Array): boolean {
  if (bytes.length === 78) return Buffer.from(bytes.subarray(0, 4)).toString('hex') === '04358394';
  return bytes[0] === 0xef && (bytes.length === 33 || bytes.length === 34) && secp256k1.utils.isValidSecretKey(bytes.subarray(1, 33));
}

/** Every private key in a text. */
function keysIn(text: string): string[] {
  return (text.match(/[1-9A-HJ-NP-Za-km-z]{51,112}/g) ?? []).filter((word) => {
    try {
      return isPrivate(base58check.decode(word));
    } catch {
      return false; // something else, or a key with a wrong checksum
    }
  });
}

/** Too short to be distinguished from other text. */
const SHORT = 8;

/** Passphrases of a call that the node accepted. */
function passphrasesOf({ method = '', params = [], answered = '' }: Recorded): string[] {
  if (!/"error":\s*null/.test(answered)) return [];
  const count = { encryptwallet: 1, walletpassphrase: 1, walletpassphrasechange: 2 }[method] ?? 0;
  return params.slice(0, count).filter((value): value is string => typeof value === 'string' && value.length >= SHORT);
}

/** Other encodings in which a secret may be written. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex'), encodeURIComponent(secret)];
}

function rawKey(key: string): string[] {
  const bytes = base58check.decode(key);
  return bytes.length === 78 ? [] : [Buffer.from(bytes.subarray(1, 33)).toString('hex')];
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test('no credentials, keys or passphrases are in files, output or the process list', async (ctx) => {
  await needs(ctx, 'litecoind');
  await inFolder(async (folder) => {
    const program = join(folder, 'recordedd');
    const record = join(folder, 'record.jsonl');
    const outDir = join(folder, 'out');
    await writeFile(
      program,
      `#!/bin/sh\nexec '${process.execPath}' --import '${join(root, 'node_modules/tsx/dist/esm/index.mjs')}' '${join(root, 'test/support/recorded-node-child.ts')}' "$@"\n`,
      { mode: 0o755 },
    );
    const running = startPyx(
      // Without a target file most cases fail or are observed, and so are shown with request and answer.
      [
        'run',
        '--target',
        `process:${program}`,
        '--target-file',
        'none',
        '--suite',
        'methods,rules',
        '--method',
        methods.join(','),
        '--seed',
        '9',
        '--jobs',
        '2',
        '--out',
        outDir,
      ],
      { env: { PYX_TEST_NODE: await findBinary('litecoind'), PYX_TEST_RECORD: record } },
    );
    const listed = new Set<string>();
    while (running.child.exitCode === null && running.child.signalCode === null) {
      for (const { args } of (await processes()) ?? []) listed.add(args.join(' '));
      await new Promise((resolve) => setTimeout(resolve, 100)); // samples what `ps` shows, which sends no event
    }
    const { code, signal, stdout, stderr } = await running.ended;
    expect(signal).toBeNull();
    expect([0, 1], stderr).toContain(code);

    const recorded = (await readFile(record, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Recorded);
    const passwords = recorded.flatMap(({ password }) => (password === undefined ? [] : [password]));
    const basic = recorded.flatMap(({ user, password }) =>
      user === undefined ? [] : [Buffer.from(`${user}:${password}`).toString('base64')],
    );
    const keys = [...new Set(recorded.flatMap(({ params = [], answered = '' }) => keysIn(`${JSON.stringify(params)} ${answered}`)))];
    const passphrases = [...new Set(recorded.flatMap(passphrasesOf))];
    const called = new Set(recorded.map(({ method }) => method));
    expect(methods.filter((method) => !called.has(method))).toEqual([]);
    expect(passwords.length).toBeGreaterThan(0);
    expect(keys.length).toBeGreaterThan(20);
    expect(passphrases.length).toBeGreaterThan(2);

    const secrets = new Set([...passwords, ...basic, ...keys, ...passphrases].flatMap(formsOf).concat(keys.flatMap(rawKey)));
    const leaks: string[] = [];
    const search = (where: string, text: string): void => {
      for (const secret of secrets) {
        if (!text.includes(secret)) continue;
        const at = text.indexOf(secret);
        leaks.push(`${where}: …${text.slice(Math.max(0, at - 200), at + secret.length + 40)}…`);
      }
    };
    const files = await filesIn(outDir);
    for (const file of files) search(file.slice(outDir.length + 1), await readFile(file, 'utf8'));
    search('stdout', stdout);
    search('stderr', stderr);
    for (const line of listed) search('a command line', line);
    expect(leaks.slice(0, 5)).toEqual([]);

    expect(files.map((file) => file.slice(outDir.length + 1))).toEqual(
      expect.arrayContaining(['journal.jsonl', 'results.json', 'junit.xml', 'summary.md', 'index.html']),
    );
    expect([...listed].some((line) => line.includes('-datadir='))).toBe(true);
    // They were there to be written: the journal shows calls to these methods with the secret masked.
    expect(await readFile(join(outDir, 'journal.jsonl'), 'utf8')).toMatch(
      /"method":"dumpprivkey"[^\n]*"result":"\*\*\*"|"method":"importprivkey","params":\["\*\*\*"/,
    );
  });
});
