import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSpec } from '../model/load.ts';
import type { Schema } from '../model/types.ts';
import { factTypes, unexplained } from './testing/compare.ts';
import { readTable, type FactRow } from './tables.ts';
import { cell, groupBy } from './rows.ts';
import { fieldsOfResult, unwrap, type SpecField } from './testing/spec-facts.ts';

const { spec } = loadSpec(join(import.meta.dirname, '..'));
const factsByResult = groupBy(readTable('results'), (row) => cell(row, 'result'));

interface DocumentedResult {
  readonly name: string;
  /** The table of facts that it belongs to: that of its variant, else that of its method. */
  readonly key: string;
  readonly schema: Schema;
}

/**
 * Items of a list and values under names that are data are no fields: where the documents leave them open, the specification
 * may say what they are.
 */
const isItem = ({ field, types }: Pick<SpecField, 'field' | 'types'>): boolean => /(\]|<>)$/.test(field) && !types.includes('obj');

const results: DocumentedResult[] = spec.methods
  .filter((method) => !method.beyond)
  .flatMap((method) =>
    method.variants.flatMap((variant) => {
      if (!variant.result) return [];
      const { suffix, schema } = unwrap(spec, variant.result);
      const general = `${method.id}${suffix}`;
      const own = `${general} ${variant.id}`;
      const isKnown = factsByResult.has(own) || factsByResult.has(general);
      // A result without fields has no table: one that is no object, or an object of texts under names that are data.
      if (!isKnown && fieldsOfResult(spec, schema).every(isItem)) return [];
      return [{ name: `${method.id} (${variant.id})`, key: factsByResult.has(own) ? own : general, schema }];
    }),
  );

const neutral = (field: string): string => field.replace(/<[^>]*>/g, '<>');

/**
 * Presence as the documents have it against presence in the specification. A condition of the specification where the
 * documents give none must say in a reading why.
 */
function presenceDiffers(stated: string, ours: SpecField): boolean {
  if (stated === 'always') return ours.presence !== 'always' && !ours.hasReading;
  if (stated === 'opt') return ours.presence === 'always' || (ours.presence === 'cond' && !ours.hasReading);
  return ours.presence !== 'cond';
}

function compareField(row: FactRow, ours: SpecField): string[] {
  const found: string[] = [];
  const type = cell(row, 'type');
  if (type !== '-' && ours.types.join() !== factTypes(type).join()) found.push(`type ${ours.types.join('|')}, stated ${type}`);
  const [presence = '', deprecated] = cell(row, 'presence').split(',');
  if (presenceDiffers(presence, ours))
    found.push(`presence ${ours.presence}, stated ${presence}${ours.hasReading ? '' : ', and no reading'}`);
  if (ours.deprecated !== (deprecated === 'deprecated')) found.push(`deprecated ${String(ours.deprecated)}, stated otherwise`);
  return found;
}

/** Whether a field is within one whose type the documents leave open: what is in there is the specification's reading. */
function isWithinOpen(field: string, rows: ReadonlyMap<string, FactRow>): boolean {
  const parents = [...field.matchAll(/\.|\[/g)].map((match) => field.slice(0, match.index)).filter((parent) => parent !== '');
  return parents.some((parent) => {
    const row = rows.get(parent);
    return row !== undefined && row['type'] === '-';
  });
}

function compareResult(result: DocumentedResult): string[] {
  const rows = new Map((factsByResult.get(result.key) ?? []).map((row) => [neutral(cell(row, 'field')), row]));
  const ours = new Map(fieldsOfResult(spec, result.schema).map((field) => [field.field, field]));
  const found: string[] = [];
  for (const [field, row] of rows) {
    const held = ours.get(field);
    if (!held) found.push(`${result.name} lacks ${field}`);
    else found.push(...compareField(row, held).map((text) => `${result.name} ${field}: ${text}`));
  }
  for (const { field, types } of ours.values()) {
    if (!rows.has(field) && !isItem({ field, types }) && !isWithinOpen(field, rows))
      found.push(`${result.name} has ${field}, which is in no table`);
  }
  return found;
}

describe('the specification and the tables of results', () => {
  /** Where the specification means to differ from the tables. */
  const meant = {};

  it('have the same results', () => {
    expect([...new Set(results.map((result) => result.key))].sort()).toEqual([...factsByResult.keys()].sort());
  });

  it('have the same fields: names, types, presence and deprecation', () => {
    expect(unexplained(results.flatMap(compareResult), meant)).toEqual([]);
  });
});
