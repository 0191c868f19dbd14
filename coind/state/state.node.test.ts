import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createState } from './state.ts';
import type { Codec, Snapshot, State, Table } from './types.ts';
import { numbers } from '../testing/numbers.ts';

const text: Codec<string> = { encode: (value) => Buffer.from(value), decode: (bytes) => bytes.toString() };

const folders: string[] = [];
const states: State[] = [];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'coind-state-'));
  folders.push(path);
  return path;
}

function open(datadir?: string): State {
  const state = createState({ datadir });
  states.push(state);
  return state;
}

afterEach(async () => {
  for (const state of states.splice(0)) await state.close();
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

const content = (table: Table<string>): Record<string, string> =>
  Object.fromEntries([...table.entries()].sort(([a], [b]) => (a < b ? -1 : 1)));

interface ExpectedState {
  readonly snapshot: Snapshot;
  readonly table: Map<string, string>;
  readonly archive: Map<string, string>;
  readonly cell: string;
}

function same(table: Table<string>, model: ReadonlyMap<string, string>, step: number): void {
  expect(table.size, `size at step ${step}`).toBe(model.size);
  expect(content(table), `entries at step ${step}`).toEqual(Object.fromEntries(model));
  for (const key of ['k0', 'k1', 'k7']) expect(table.get(key)).toBe(model.get(key));
}

/** Random changes, snapshots, restores, commits and (on disk) restarts, compared with plain maps. */
async function walk(seed: number, steps: number, datadir?: string): Promise<void> {
  const below = numbers(seed);
  let state = open(datadir);
  let table = state.table('table', text);
  let archive = state.archive('archive', text);
  let cell = state.cell('cell', 'none', text);
  let models = { table: new Map<string, string>(), archive: new Map<string, string>() };
  let cellValue = 'none';
  let moments: ExpectedState[] = [];
  for (let step = 0; step < steps; step++) {
    const dice = below(100);
    const key = `k${below(30)}`;
    if (dice < 45) {
      table.set(key, `v${step}`);
      models.table.set(key, `v${step}`);
    } else if (dice < 60) {
      archive.set(key, `a${step}`);
      models.archive.set(key, `a${step}`);
    } else if (dice < 72) {
      table.delete(key);
      models.table.delete(key);
    } else if (dice < 77) {
      archive.delete(key);
      models.archive.delete(key);
    } else if (dice < 79) {
      cell.set(`c${step}`);
      cellValue = `c${step}`;
    } else if (dice < 80) {
      table.clear();
      models.table.clear();
    } else if (dice < 86) {
      moments.push({ snapshot: state.snapshot(), table: new Map(models.table), archive: new Map(models.archive), cell: cellValue });
    } else if (dice < 92 && moments.length > 0) {
      const moment = moments[below(moments.length)]!;
      state.restore(moment.snapshot);
      models = { table: new Map(moment.table), archive: new Map(moment.archive) };
      cellValue = moment.cell;
    } else if (dice < 98) {
      state.commit();
    } else if (datadir !== undefined) {
      await state.close();
      state = open(datadir);
      table = state.table('table', text);
      archive = state.archive('archive', text);
      cell = state.cell('cell', 'none', text);
      moments = [];
    }
    if (step % 7 === 0) {
      same(table, models.table, step);
      same(archive, models.archive, step);
      expect(cell.get()).toBe(cellValue);
    }
  }
}

describe('state', () => {
  it('agrees with plain maps through snapshots and restores in memory', async () => {
    for (let seed = 1; seed <= 20; seed++) await walk(seed, 600);
  });

  it('agrees with plain maps through commits, restarts, snapshots and restores on disk', async () => {
    for (let seed = 1; seed <= 4; seed++) await walk(seed, 500, folder());
  });

  it('keeps committed changes, and no later ones', async () => {
    const datadir = folder();
    const state = open(datadir);
    const table = state.table('table', text);
    table.set('one', '1');
    state.commit();
    const again = createState({ datadir: folder() }); // another data directory has another state
    expect(again.table('table', text).size).toBe(0);
    await again.close();
    await state.close();
    const reopened = open(datadir);
    expect(content(reopened.table('table', text))).toEqual({ one: '1' });
    expect(reopened.table('table', text)).toBe(reopened.table('table', text));
  });

  it('separates tables whose names have a common prefix, with keys of any length', async () => {
    const datadir = folder();
    const long = 'ä'.repeat(5_000);
    const state = open(datadir);
    for (const name of ['a', 'ab', 'a.b']) {
      const table = state.table(name, text);
      table.set('key', `of ${name}`);
      table.set(long, `long of ${name}`);
      table.set('', `empty of ${name}`);
    }
    state.archive('big', text).set(long, 'in an archive');
    await state.close();
    const reopened = open(datadir);
    for (const name of ['a', 'ab', 'a.b']) {
      const table = reopened.table(name, text);
      expect(content(table)).toEqual({ '': `empty of ${name}`, key: `of ${name}`, [long]: `long of ${name}` });
      table.delete(long);
    }
    expect(reopened.archive('big', text).get(long)).toBe('in an archive');
    await reopened.close();
    expect(content(open(datadir).table('a', text))).toEqual({ '': 'empty of a', key: 'of a' });
  });

  it('restores a snapshot from before a table was created', () => {
    const state = open();
    const before = state.snapshot();
    const late = state.table<string>('late');
    late.set('key', 'value');
    state.restore(before);
    expect(late.size).toBe(0);
  });

  it('notifies listeners of a restore, and refuses the snapshot of another state', () => {
    const state = open();
    let restores = 0;
    state.onRestore(() => void (restores += 1));
    const snapshot = state.snapshot();
    state.restore(snapshot);
    state.restore(snapshot);
    expect(restores).toBe(2);
    expect(() => state.restore({ id: 1 })).toThrow(RangeError);
    expect(() => state.restore(open().snapshot())).toThrow(RangeError);
  });

  it('restores parts that keep state elsewhere, after the tables and before it notifies listeners', () => {
    const state = open();
    const table = state.table<string>('table');
    let part = 'one';
    const seen: string[] = [];
    state.hold({
      freeze: () => {
        const held = part;
        return () => {
          part = held;
          seen.push(`part, table ${table.get('key')}`);
        };
      },
    });
    state.onRestore(() => void seen.push(`listener, part ${part}`));
    table.set('key', 'one');
    const first = state.snapshot();
    part = 'two';
    table.set('key', 'two');
    const second = state.snapshot();
    part = 'three';
    state.restore(first);
    state.restore(second);
    expect(part).toBe('two');
    expect(seen).toEqual(['part, table one', 'listener, part one', 'part, table two', 'listener, part two']);
  });

  it('restores a large snapshot as fast as a small one', () => {
    const cost = (entries: number): number => {
      const state = open();
      const table = state.table<number>('table');
      for (let i = 0; i < entries; i++) table.set(`key ${i}`, i);
      const snapshot = state.snapshot();
      const start = performance.now();
      for (let i = 0; i < 1_000; i++) {
        table.set('key 1', i);
        table.delete('key 2');
        state.restore(snapshot);
      }
      return performance.now() - start;
    };
    expect(cost(200_000)).toBeLessThan(1_000); // copying would take more than ten seconds
  });
});
