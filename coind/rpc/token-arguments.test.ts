import { expect, test } from 'vitest';
import calls from '../../specs/model/generated/calls.js';
import type { CallSpec } from '../../specs/model/call-specs.ts';
import { createClock } from '../clock.ts';
import { defaultOptions } from '../options/default-options.ts';
import type { NodeContext } from '../node-context.ts';
import { Dispatcher } from './dispatch.ts';
import type { CallArguments } from './call-arguments.ts';
import type { Handlers, MethodId } from './handler.ts';
import { readJson } from './json/json-text.ts';
import type { MethodSpec } from './method-table.ts';

const specs = calls.filter(({ family }) => family === 'assets') as readonly CallSpec[] as readonly MethodSpec[];
const echo = new Proxy({} as Handlers<MethodId>, { get: () => (args: unknown) => args });
const dispatcher = new Dispatcher({ options: defaultOptions, clock: createClock() } as unknown as NodeContext, echo, specs);
const given = (method: string, params: string): unknown => dispatcher.call(method, readJson(params) as CallArguments, undefined);

const creation = (...rest: string[]): string => `["1","TOK","d","",8,${['9999999999.99999999', ...rest].join(',')}]`;

test.each([
  ['1000', '1000'],
  ['"1000"', '1000'],
  ['9999999999.99999999', '9999999999.99999999'],
  ['999999999999999999', '999999999999999999'],
  ['0.10', '0.10'],
])('the amount %s of a token keeps every digit', (json, text) => {
  expect(given('assetsend', `[4294967295,"a",${json}]`)).toEqual({ asset_guid: 4_294_967_295, address: 'a', amount: text });
});

test('an amount of a token is a number or a text', () => {
  expect(() => given('assetsend', '[1,"a",true]')).toThrow('Amount is not a number or string');
});

test('an empty object stands for details that are not there, unlike an argument that is left out', () => {
  expect(given('assetnew', creation())).toMatchObject({ max_supply: '9999999999.99999999', notary_details: undefined });
  expect(given('assetnew', creation('127', '"n"', '{}', '{}'))).toMatchObject({ notary_details: {}, auxfee_details: {} });
});

test('details need all their members', () => {
  const details = { endpoint: 'e', instant_transfers: true, hd_required: false };
  expect(given('assetnew', creation('127', '"n"', JSON.stringify(details)))).toMatchObject({ notary_details: details });
  expect(() => given('assetnew', creation('127', '"n"', '{"endpoint":"e"}'))).toThrow('Missing instant_transfers');
});

test('bounds and shares of an auxiliary fee are decimals', () => {
  const fees = '{"auxfee_address":"a","fee_struct":[10,0.00001,"100",0.65535]}';
  expect(given('assetnew', creation('127', 'null', 'null', fees))).toMatchObject({
    auxfee_details: { auxfee_address: 'a', fee_struct: ['10', '0.00001', '100', '0.65535'] },
  });
});
