import { describe, expect, test } from 'vitest';
import calls from '../../specs/model/generated/calls.js';
import { createClock } from '../clock.ts';
import { defaultOptions } from '../options/default-options.ts';
import type { NodeContext } from '../node-context.ts';
import { Dispatcher } from './dispatch.ts';
import type { CallArguments } from './call-arguments.ts';
import { RpcError } from './errors.ts';
import type { Handlers, MethodId } from './handler.ts';
import { readJson } from './json/json-text.ts';
import type { MethodSpec } from './method-table.ts';
import type { CallSpec } from '../../specs/model/call-specs.ts';
import { groupSubcommands, subcommandsHelp, wireCall } from './subcommands.ts';

const specs = calls as readonly CallSpec[] as readonly MethodSpec[];

/** Each handler returns the id of its method and its arguments. */
const handlers = new Proxy({} as Handlers<MethodId>, { get: (_, id) => (args: unknown) => ({ id, args }) });
const dispatcher = new Dispatcher({ options: defaultOptions, clock: createClock() } as unknown as NodeContext, handlers, specs);
const call = (method: string, params: string): unknown => dispatcher.call(method, readJson(params) as CallArguments, undefined);

function refusal(method: string, params: string): string {
  try {
    call(method, params);
  } catch (error) {
    if (error instanceof RpcError) return `${error.code} ${error.message}`;
    throw error;
  }
  return expect.fail(`${method} ${params} was not refused`);
}

const H = 'ab'.repeat(32);

describe('a call of a sub-command', () => {
  test.each<[string, string, string, unknown]>([
    ['gobject', '["count"]', 'gobject count', { format: 'json' }],
    ['gobject', '["count", "all"]', 'gobject count', { format: 'all' }],
    ['gobject', '{"command":"count","format":"all"}', 'gobject count', { format: 'all' }],
    ['gobject', `["vote-many","${H}","funding","yes"]`, 'gobject vote-many', { 'governance-hash': H, signal: 'funding', outcome: 'yes' }],
    ['masternode', '["list-conf"]', 'masternode list-conf', {}],
    ['masternode', '{"command":"status"}', 'masternode status', {}],
    ['spork', '["show"]', 'spork', { command: 'show' }],
  ])('%s %s reaches %s', (method, params, id, args) => {
    expect(call(method, params)).toEqual({ id, args });
  });

  test.each<[string, string, string | RegExp]>([
    ['gobject', '[]', /^-1 gobject "command" \.\.\.[^]*\ngobject count \( "format" \)/],
    ['gobject', '{"format":"all"}', /^-1 gobject "command"/],
    ['gobject', '[null]', /^-1 gobject "command"/],
    ['gobject', '[5]', '-1 JSON value is not a string as expected'],
    [
      'masternodebroadcast',
      '["Decode"]',
      '-8 Unknown sub-command Decode of masternodebroadcast. Expected one of: create-all, create-name, decode, relay.',
    ],
    ['gobject', '["count","all",1]', /^-1 gobject count \( "format" \)/],
    ['gobject', '["count","other"]', /^-8 /],
    ['gobject', '{"command":"count","form":"all"}', '-8 Unknown named parameter form'],
    ['gobject', '{"command":"count","command":"list"}', '-8 Parameter command specified multiple times'],
    ['gobject count', '[]', /^-32601 Method not found/],
    ['masternode', '["__proto__"]', /^-8 Unknown sub-command/],
  ])('%s %s is refused', (method, params, expected) => {
    expect(refusal(method, params)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });
});

test('no sub-command has an argument that is named like the sub-command itself', () => {
  const named = specs.filter(({ subcommand, params }) => subcommand !== undefined && params.some(({ name }) => name === 'command'));
  expect(named).toEqual([]);
});

test('the help of a method with sub-commands lists and explains all of them', () => {
  const commands = groupSubcommands(specs).get('masternode')!;
  const text = subcommandsHelp('masternode', commands);
  for (const { subcommand, summary } of commands.values()) {
    expect(text).toMatch(new RegExp(`Sub-commands:\n[^]*masternode ${subcommand!.word}.*\n[^]*> coin-cli masternode ${subcommand!.word}`));
    expect(text).toContain(summary);
  }
  expect(commands.size).toBe(13);
});

test('a call by id has the word of the sub-command as its first argument on the wire', () => {
  const count = calls.find(({ id }) => id === 'gobject count')!;
  expect(wireCall(count, ['all'])).toEqual({ method: 'gobject', given: ['count', 'all'] });
  expect(wireCall(count, { format: 'all' })).toEqual({ method: 'gobject', given: { command: 'count', format: 'all' } });
  expect(wireCall({ id: 'ping' }, [])).toEqual({ method: 'ping', given: [] });
});
