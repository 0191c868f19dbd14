import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.schema.json'));
const schemas = files.map((file) => ({ file, schema: JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as object }));

/** Objects of several members, and lists of several values, with their places. Descriptions are no part of a shape. */
function* shapesIn(schema: unknown, place: string): Generator<readonly [shape: string, place: string]> {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, enum: values } = schema as { readonly properties?: unknown; readonly enum?: unknown };
  const members = typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 0;
  if (members > 1 || (Array.isArray(values) && values.length > 2)) yield [shapeOf(schema), place];
  for (const [key, inner] of Object.entries(schema)) yield* shapesIn(inner, `${place}/${key}`);
}

function shapeOf(schema: unknown): string {
  return JSON.stringify(schema, (key, value: unknown) => (key === 'description' && typeof value === 'string' ? undefined : value));
}

test('a shape of results is described once', () => {
  const places = new Map<string, string[]>();
  for (const { file, schema } of schemas)
    for (const [shape, place] of shapesIn(schema, file)) places.set(shape, [...(places.get(shape) ?? []), place]);
  expect(places.size).toBeGreaterThan(50);
  expect([...places.values()].filter((found) => found.length > 1)).toEqual([]);
});

describe.each(schemas.filter(({ file }) => file !== 'shared.schema.json'))('$file', ({ schema }) => {
  test('requires the version of its form', () => {
    expect(schema).toMatchObject({
      required: expect.arrayContaining(['schemaVersion']) as string[],
      // A text where a format of others has it so.
      properties: { schemaVersion: { const: expect.toBeOneOf([expect.any(Number), '2']) as unknown } },
    });
  });
});
