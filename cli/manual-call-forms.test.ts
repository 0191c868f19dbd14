import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import type { ShownCall } from '../engine/outcome.ts';
import { callForms, coinCliCommand, typedCall } from '../reports/manual/call-forms.ts';
import { neutralNames } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import { namedArguments } from '../specs/model/named-arguments.ts';
import type { Wire } from '../specs/model/wire.ts';
import { stringify } from '../client/wire-json.ts';
import { convertCall } from './coin-cli/convert-arguments.ts';

/** The words of a command for a shell whose only quotes are those of `shellCommand`. */
function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/(?:[^\s']+|'[^']*')+/g), ([word]) =>
    word.replaceAll("'\\''", '\u0000').replaceAll("'", '').replaceAll('\u0000', "'"),
  );
}

test.each<[string, ShownCall['params'], string]>([
  ['getblock', ['0123', 2], 'getblock 0123 2'],
  ['getnewaddress', ['5', 'legacy'], 'getnewaddress 5 legacy'],
  ['sendtoaddress', ['addr', new LosslessNumber('0.10'), 'it is'], "sendtoaddress addr 0.10 'it is'"],
  ['getblockstats', ['00ff', ['txs']], `getblockstats '"00ff"' '["txs"]'`],
  ['createrawtransaction', [[], { a: new LosslessNumber('0.10') }], `createrawtransaction '[]' '{"a":0.10}'`],
  ['getblockcount', [], 'getblockcount'],
  ['gobject count', ['count', 'all'], 'gobject count all'],
  ['coinmint', [], 'coinmint'],
])('coin-cli reads the call of %s back as it was', (id, params, command) => {
  const method = specification.method(id);
  const text = coinCliCommand(specification.spec, method, { method: id, params }, neutralNames);
  expect(text).toBe(`npx --no-install coin-cli ${command}`);
  const [, , , name = '', ...words] = wordsOf(text);
  expect(stringify(convertCall(name, words, false).params as Wire)).toBe(stringify(params as Wire));
});

test('an argument that is left out before a given one makes the call by name', () => {
  const method = specification.method('sendtoaddress');
  const params = ['addr', 1, null, null, true];
  const text = coinCliCommand(specification.spec, method, { method: 'sendtoaddress', params, wallet: 'w 1' }, neutralNames);
  expect(text).toBe("npx --no-install coin-cli '-rpcwallet=w 1' -named sendtoaddress address=addr amount=1 subtractfeefromamount=true");
  const words = wordsOf(text).slice(6);
  const given = Object.entries(namedArguments(method, params)).filter(([, value]) => value !== null && value !== undefined);
  expect(convertCall('sendtoaddress', words, true).params).toEqual(Object.fromEntries(given));
});

test('the call in TypeScript has its arguments by name, and those of its wallet', () => {
  const call = { method: 'getblock', params: ['00ff', 1] };
  expect(typedCall(specification.method('getblock'), call)).toBe(
    `const result = await node.call('getblock', { blockhash: "00ff", verbosity: 1 });`,
  );
  const bare = { method: 'getbalance', params: [], wallet: 'w' };
  expect(typedCall(specification.method('getbalance'), bare)).toBe(`const result = await node.call('getbalance', {}, { wallet: "w" });`);
});

test('a call has the names of the node', () => {
  const forms = callForms(
    { spec: specification.spec, names: { ...neutralNames, coin: 'acme' }, isPyxs: true },
    specification.method('coinmint'),
    {
      method: 'coinmint',
      params: [],
    },
  );
  expect(forms.filter(({ text }) => text.includes('acmemint')).map(({ language }) => language)).toEqual(['coin-cli', 'curl', 'JSON-RPC']);
});
