import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Wire } from '../../specs/model/wire.ts';
import { parse, stringify } from '../../client/wire-json.ts';
import { wild } from './arbitraries/wild.ts';
import { confined } from './confine.ts';
import { writeNode } from './json/write-node.ts';
import { seeded } from './seeded.ts';

const FOLDER = '/tmp/pyx-1000/node-x/scratch';
const paths = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('..', '.', '', 'a', 'etc', '\\', '/tmp', FOLDER.slice(1), '~', '\u0000'), { maxLength: 8 })
    .map((parts) => parts.join('/')),
  fc.constantFrom(
    '/',
    '/etc/passwd',
    `${FOLDER}/../../x`,
    `${FOLDER}/a`,
    `${FOLDER}/`,
    `${FOLDER}/.`,
    '..',
    '.',
    '',
    'C:\\x',
    './x',
    'a/b',
    `${FOLDER}x/y`,
  ),
);

/** All texts in a value. */
function textsIn(value: Wire): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((item) => textsIn(item as Wire)) : [];
}

test.each(['backupwallet', 'createwallet', 'dumpwallet', 'importwallet', 'loadwallet'])(
  'every path given to %s is a plain name, or a file in the scratch folder of the node',
  (method) => {
    const assertInside = (sent: string): void => {
      for (const path of textsIn(parse(sent))) {
        // A name without a separator is in the folder of the wallets, or in that of the node.
        if (!/[/\\]/.test(path) && path !== '.' && path !== '..') continue;
        expect(resolve(path).startsWith(`${FOLDER}/`), path).toBe(true);
        expect(path).not.toContain('..');
      }
    };
    fc.assert(fc.property(paths, (path) => assertInside(confined(method, stringify([path]), FOLDER))));
    fc.assert(fc.property(paths, (path) => assertInside(confined(method, stringify({ [path]: { filename: [path] } }), FOLDER))));
    for (let index = 0; index < 500; index++)
      assertInside(
        confined(
          method,
          writeNode(wild(seeded(1, String(index))), () => '/etc/passwd'),
          FOLDER,
        ),
      );
  },
);

test('without a scratch folder no path is given at all, and what cannot be read is not sent', () => {
  expect(confined('dumpwallet', '["/tmp/x"]', undefined)).toBe('[]');
  expect(confined('dumpwallet', '{"filename":"a","filename":"/etc/x"}', FOLDER)).toBe('[]');
  expect(confined('dumpwallet', '['.repeat(1_000) + ']'.repeat(1_000), FOLDER)).toBe('[]');
});

test('no call mines many blocks, makes many keys or derives a wide range, in whatever form the number is given', () => {
  expect(confined('generatetoaddress', '[1000000,"x"]', FOLDER)).toBe('[3,"x"]');
  expect(confined('generatetoaddress', '{"nblocks":"9999","address":"x","maxtries":1e400}', FOLDER)).toBe(
    '{"nblocks":3,"address":"x","maxtries":3}',
  );
  expect(confined('keypoolrefill', '[18446744073709551616]', FOLDER)).toBe('[20]');
  expect(confined('keypoolrefill', '[-1]', FOLDER)).toBe('[-1]');
  expect(confined('scantxoutset', '["start",[{"desc":"x","range":[0,1000000]}]]', FOLDER)).toBe('["start",[{"desc":"x","range":[0,50]}]]');
});

test('only this machine and addresses for documentation are contacted', () => {
  const sent = (node: string): Wire => (parse(confined('addnode', stringify([node, 'onetry']), FOLDER)) as Wire[])[0] as Wire;
  expect(sent('127.0.0.1:18444')).toBe('127.0.0.1:18444');
  expect(sent('192.0.2.7')).toBe('192.0.2.7');
  for (const node of ['8.8.8.8', 'example.org', 'localhost.', '[2001:db8::1]:1', 'x', '1', '127.0.0.1.example.org'])
    expect(sent(node)).toBe('127.0.0.1:9');
  expect(parse(confined('addnode', '["127.0.0.1:1","remove"]', FOLDER))).toEqual(['127.0.0.1:1', 'remove']);
});

test('other calls are sent as they are', () => {
  expect(confined('getblock', '{"a":1e400,"a":"/etc"}', FOLDER)).toBe('{"a":1e400,"a":"/etc"}');
});
