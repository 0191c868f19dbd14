import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADER_LENGTH } from './log-format.ts';
import { openLogStore } from './log-store.ts';
import { StoreError } from './store-error.ts';
import type { Store } from './store.ts';
import { damage, damages, filesOf, numbers, afterPowerLoss, writeFiles, type Below } from './testing/damage.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'coind-log-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

const folderOf = (name = 'state'): string => join(root, name);
const logOf = (folder: string): string => join(folder, 'state.log');

function open(folder: string, lines: string[] = []): Store {
  return openLogStore(folder, (line) => lines.push(line));
}

/** The complete content as text. */
function contentOf(store: Store): string {
  const tables = ['one', 'two', 'steps'].map((table) =>
    [...store.entries(table)].map(([key, value]) => `${table} ${key} ${value.toString('latin1')}`).sort(),
  );
  return tables.flat().join('\n');
}

/** One transaction of random changes, different each time. */
function change(store: Store, step: number, below: Below): void {
  store.write((batch) => {
    batch.put('steps', 'last', Buffer.from(String(step)));
    for (let i = below(6); i >= 0; i--) batch.put(below(2) === 0 ? 'one' : 'two', `key ${below(40)}`, Buffer.alloc(below(600), `${step}.`));
    batch.remove('one', `key ${below(40)}`);
  });
}

async function filled(folder: string, steps: number): Promise<string> {
  const store = open(folder);
  const below = numbers(steps);
  for (let step = 0; step < steps; step++) change(store, step, below);
  const content = contentOf(store);
  await store.close();
  return content;
}

/** The content after a start, or the message with which it was refused. */
async function reopened(folder: string): Promise<{ readonly content: string } | { readonly refusal: string }> {
  let store: Store;
  try {
    store = open(folder);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { refusal: error.message };
  }
  const content = contentOf(store);
  await store.close();
  return { content };
}

describe('the store on disk', () => {
  it('has the same content when opened again, whether or not it was closed', async () => {
    const content = await filled(folderOf(), 200);
    expect(await reopened(folderOf())).toEqual({ content });
    const store = open(folderOf());
    change(store, 200, numbers(1));
    mkdirSync(folderOf('killed'));
    writeFiles(folderOf('killed'), filesOf(folderOf()));
    expect(await reopened(folderOf('killed'))).toEqual({ content: contentOf(store) });
    await store.close();
  });

  it('is accessible only to its owner', async () => {
    await filled(folderOf(), 1);
    expect(statSync(folderOf()).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folderOf())) expect(statSync(join(folderOf(), name)).mode & 0o777, name).toBe(0o600);
    mkdirSync(folderOf('open'), { mode: 0o755 });
    await filled(folderOf('open'), 1);
    expect(statSync(folderOf('open')).mode & 0o777).toBe(0o700);
  });

  it.each(Object.keys(damages))('never returns content that it never had, after damage: %s', async (how) => {
    const content = await filled(folderOf(), 60);
    let refusals = 0;
    for (let seed = 0; seed < 60; seed++) {
      const folder = folderOf(`damaged ${seed}`);
      mkdirSync(folder);
      writeFiles(folder, filesOf(folderOf()));
      const below = numbers(seed);
      damage(join(folder, seed % 6 === 5 ? 'state.mark' : 'state.log'), how, below);
      const found = await reopened(folder);
      if ('content' in found) expect(found, `seed ${seed}`).toEqual({ content });
      else {
        refusals += 1;
        expect(found.refusal).toMatch(
          /^[^\n]*state\.(log|mark) cannot be used, because .*: restore an earlier copy of .*, or move the folder away and start again[^\n]*\.$/,
        );
      }
    }
    expect(refusals).toBeGreaterThan(40);
  });

  it('is rewritten when it has twice the size of its live values, and not while all of it is live', async () => {
    const MIB = 1024 * 1024;
    const store = open(folderOf());
    const put = (key: string): void => store.write((batch) => batch.put('one', key, Buffer.alloc(MIB, key)));
    const { ino } = statSync(logOf(folderOf()));
    for (let i = 0; i < 40; i++) put(`live ${i}`);
    expect(statSync(logOf(folderOf())).ino).toBe(ino);
    let largest = 0;
    for (let i = 0; i < 130; i++) {
      put('live 0');
      largest = Math.max(largest, statSync(logOf(folderOf())).size);
    }
    expect(statSync(logOf(folderOf())).ino).not.toBe(ino);
    expect(largest).toBeLessThan(2 * 41 * MIB);
    const content = contentOf(store);
    await store.close();
    expect(await reopened(folderOf())).toEqual({ content });
  });

  it.each(['state.log', 'state.mark'])('is refused without its %s', async (name) => {
    await filled(folderOf(), 3);
    rmSync(join(folderOf(), name));
    expect(await reopened(folderOf())).toEqual({ refusal: expect.stringContaining(`${name} cannot be used`) });
  });

  it('does not accept an older copy of its log', async () => {
    await filled(folderOf(), 3);
    copyFileSync(logOf(folderOf()), join(root, 'older'));
    const store = open(folderOf());
    change(store, 3, numbers(3));
    await store.close();
    copyFileSync(join(root, 'older'), logOf(folderOf()));
    expect(await reopened(folderOf())).toEqual({ refusal: expect.stringContaining('it ends at byte') });
  });

  it('has the content of some commit since the last sync after a power loss, whichever pages reached the disk', async () => {
    let recovered = 0;
    for (let seed = 0; seed < 60; seed++) {
      const folder = folderOf(`cut ${seed}`);
      const content = await filled(folder, 20);
      const synced = filesOf(folder);
      const store = open(folder);
      const below = numbers(seed);
      const moments = [content];
      for (let step = 20; step < 60; step++) {
        change(store, step, below);
        moments.push(contentOf(store));
      }
      const later = filesOf(folder);
      await store.close();
      writeFiles(folder, afterPowerLoss(synced, later, below));
      const lines: string[] = [];
      const again = open(folder, lines);
      expect(moments, `seed ${seed}`).toContain(contentOf(again));
      if (lines.length > 0) recovered += 1;
      for (const line of lines) expect(line).toMatch(/^The last \d+ bytes of .* are incomplete, as after a power loss/);
      // It continues from there.
      change(again, 100, below);
      const last = contentOf(again);
      await again.close();
      expect(await reopened(folder)).toEqual({ content: last });
    }
    expect(recovered).toBeGreaterThan(20);
  });

  it('records the synced length one round after the sync', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const mark = (): string => readFileSync(join(folderOf(), 'state.mark'), 'latin1');
    const store = open(folderOf());
    const empty = mark();
    change(store, 0, numbers(0));
    const { size } = statSync(logOf(folderOf()));
    vi.advanceTimersByTime(5_000); // the sync begins
    expect(mark()).toBe(empty);
    await vi.waitFor(() => {
      vi.advanceTimersByTime(5_000);
      expect(mark()).toContain(` ${size} `);
    });
    mkdirSync(folderOf('cut'));
    writeFiles(folderOf('cut'), filesOf(folderOf()));
    truncateSync(logOf(folderOf('cut')), size - 1);
    expect(await reopened(folderOf('cut'))).toEqual({ refusal: expect.stringMatching(/because it is damaged at or after byte/) });
    await store.close();
  });

  it('is created again if a process was killed while creating it', async () => {
    await filled(folderOf(), 1);
    const header = readFileSync(logOf(folderOf())).subarray(0, HEADER_LENGTH);
    for (const [log, mark] of [
      [Buffer.alloc(0), undefined],
      [header.subarray(0, 10), undefined],
      [header, undefined],
      [header, Buffer.alloc(0)],
      [header, Buffer.from('half')],
    ] as const) {
      rmSync(folderOf(), { recursive: true });
      mkdirSync(folderOf());
      writeFileSync(logOf(folderOf()), log);
      if (mark !== undefined) writeFileSync(join(folderOf(), 'state.mark'), mark);
      expect(await reopened(folderOf())).toEqual({ content: '' });
    }
  });

  it('refuses the state of an earlier version, and does not change it', async () => {
    mkdirSync(folderOf());
    writeFileSync(join(folderOf(), 'data.mdb'), 'pages');
    expect(await reopened(folderOf())).toEqual({
      refusal: expect.stringMatching(/data\.mdb is the state of an earlier version, which this one cannot read: move .* away/),
    });
    expect(readdirSync(folderOf())).toEqual(['data.mdb']);
  });

  it('removes replaced and removed values from the disk on request', async () => {
    const store = open(folderOf());
    store.write((batch) => {
      batch.put('one', 'kept', Buffer.from('a value'));
      batch.put('one', 'replaced', Buffer.from('secret 1'));
      batch.put('two', 'removed', Buffer.from('secret 2'));
    });
    const before = Buffer.from(readFileSync(logOf(folderOf())));
    expect(before.includes('secret 1')).toBe(true);
    store.write((batch) => {
      batch.put('one', 'replaced', Buffer.from('sealed'));
      batch.remove('two', 'removed');
    });
    store.purge();
    const content = 'one kept a value\none replaced sealed';
    expect(contentOf(store)).toBe(content);
    for (const bytes of filesOf(folderOf()).values()) expect(bytes.includes('secret')).toBe(false);
    store.write((batch) => batch.put('two', 'later', Buffer.from('1')));
    await store.close();
    expect(readdirSync(folderOf()).sort()).toEqual(['state.log', 'state.mark']);
    expect(await reopened(folderOf())).toEqual({ content: `${content}\ntwo later 1` });
  });

  it('removes them at the next start if that failed, together with files of a killed attempt', async () => {
    const store = open(folderOf());
    store.write((batch) => batch.put('one', 'replaced', Buffer.from('secret')));
    // Without the folder no new file can be created.
    renameSync(folderOf(), folderOf('elsewhere'));
    store.write((batch) => {
      batch.put('one', 'replaced', Buffer.from('sealed'));
      batch.purge();
    });
    expect(() => store.purge()).toThrow(/cannot be rewritten/);
    renameSync(folderOf('elsewhere'), folderOf());
    mkdirSync(folderOf('killed'));
    writeFiles(folderOf('killed'), filesOf(folderOf()));
    await store.close();
    writeFileSync(join(folderOf('killed'), 'state.log.0123456789abcdef.new'), 'secret');
    expect(readFileSync(logOf(folderOf('killed'))).includes('secret')).toBe(true);
    expect(await reopened(folderOf('killed'))).toEqual({ content: 'one replaced sealed' });
    for (const bytes of filesOf(folderOf('killed')).values()) expect(bytes.includes('secret')).toBe(false);
  });

  it('does not grow without limit when the same keys are written repeatedly', async () => {
    const store = open(folderOf());
    const value = Buffer.alloc(1 << 20, 'x');
    store.write((batch) => batch.put('one', 'kept', Buffer.from('a value')));
    for (let step = 0; step < 150; step++)
      store.write((batch) => batch.put('two', 'large', Buffer.concat([value, Buffer.from(String(step))])));
    expect(statSync(logOf(folderOf())).size).toBeLessThan(70 << 20);
    expect(store.get('one', 'kept')?.toString()).toBe('a value');
    await store.close();
    const again = open(folderOf());
    expect(again.get('two', 'large')?.subarray(value.length).toString()).toBe('149');
    await again.close();
    expect(existsSync(logOf(folderOf()))).toBe(true);
  });

  it('detects a value that was changed on disk', async () => {
    const store = open(folderOf());
    store.write((batch) => batch.put('one', 'key', Buffer.from('a value')));
    const bytes = readFileSync(logOf(folderOf()));
    bytes.write('A', bytes.indexOf('a value'));
    writeFileSync(logOf(folderOf()), bytes);
    expect(() => store.get('one', 'key')).toThrow(
      /state\.log cannot be used, because it was changed at byte \d+ while the node was running/,
    );
    await store.close();
  });
});
