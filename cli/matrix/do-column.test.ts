import { expect, test } from 'vitest';
import type { ColumnRun } from '../../reports/matrix/read-column.ts';
import { labelled, type DoneColumn } from './do-column.ts';

const column = (given: string, more: { readonly label?: string; readonly subversion?: string } = {}): DoneColumn => ({
  label: more.label,
  given,
  source: given.includes(':') ? 'target' : 'folder',
  folder: null,
  page: null,
  error: null,
  run: more.subversion === undefined ? null : ({ digest: { start: { target: { subversion: more.subversion } } } } as unknown as ColumnRun),
});
const labels = (...columns: readonly DoneColumn[]): string[] => labelled(columns).map(({ label }) => label);

test('a column is labelled as was said, else by the version of its node, else as it was given', () => {
  expect(
    labels(
      column('runs/1', { label: 'old', subversion: '/Acme:1.0/' }),
      column('runs/2', { subversion: '/Acme:1.1/' }),
      column('process:acmed'),
    ),
  ).toEqual(['old', 'Acme:1.1', 'process:acmed']);
  expect(labels(column('runs/1', { subversion: '' }))).toEqual(['runs/1']);
});

test('labels differ: runs of one release are told apart by folder, and by number', () => {
  const acme = { subversion: '/Acme:1.0/' };
  expect(labels(column('runs/1', acme), column('runs/2', acme))).toEqual(['Acme:1.0 (1)', 'Acme:1.0 (2)']);
  expect(labels(column('process:acmed', acme), column('process:acmed', acme))).toEqual([
    'Acme:1.0 (process:acmed)',
    'Acme:1.0 (process:acmed) 2',
  ]);
  expect(labels(column('runs/1', { ...acme, label: 'Acme:1.0' }), column('runs/2', acme))).toEqual(['Acme:1.0', 'Acme:1.0 (2)']);
});
