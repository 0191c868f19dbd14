import { describe, expect, test } from 'vitest';
import type { Finding } from '../engine/outcome.ts';
import { causeOf } from './cause-of.ts';

const finding = (part: Partial<Finding>): Finding => ({
  check: 'holds',
  evidence: 'document',
  source: 'document 2, Block (getblock)',
  message: 'm',
  ...part,
});
const keyOf = (method: string | null, part: Partial<Finding>, id = `methods/${method ?? 'x'}/a`): string =>
  causeOf({ id, method }, finding(part)).key;

describe('one cause', () => {
  test('is a missing field, in every method', () => {
    const places = [
      keyOf('getblock', {
        check: 'presence',
        path: 'tx[3].vout[0].scriptPubKey.reqSigs',
        message: 'reqSigs is missing, expected in every result by the documents',
      }),
      keyOf('decodescript', {
        check: 'presence',
        path: 'reqSigs',
        message: 'reqSigs is missing, expected because script is known',
      }),
      keyOf('gettxout', { check: 'equals', path: 'scriptPubKey.reqSigs', message: 'the number of signatures is missing, expected 1' }),
    ];
    expect(new Set(places)).toEqual(new Set(['presence · reqSigs']));
  });

  test('is a field of a wrong type or value, in every method', () => {
    const value = (path: string, list: string): Partial<Finding> => ({
      check: 'value',
      path,
      message: `${path} must be equal to one of the allowed values (${list})`,
    });
    expect(keyOf('listtransactions', value('[0].category', 'send, receive'))).toBe(
      keyOf('listsinceblock', value('transactions[4].category', 'send, receive, move')),
    );
    expect(keyOf('a', { check: 'type', path: 'x', message: 'x must be string' })).not.toBe(
      keyOf('a', { check: 'type', path: 'x', message: 'x must be array' }),
    );
    expect(keyOf('a', { check: 'type', path: 'x', message: 'x must be string' })).not.toBe(
      keyOf('a', { check: 'type', path: 'y', message: 'y must be string' }),
    );
  });

  test('is an error of several methods, with any values in it', () => {
    const refused = (method: string, error: string): string =>
      keyOf(method, { check: 'refused', message: `${method} was refused with ${error} where the documents describe a result` });
    expect(refused('gobject prepare', '-19 (Wallet file not specified)')).toBe(
      refused('masternode outputs', '-19 (Wallet file not specified)'),
    );
    expect(refused('getblock', '-5 (Block 0f9188f13cb7b2c7 not found)')).toBe(refused('getblock', '-5 (Block 2b1a11466e2206aa not found)'));
  });

  test('is a method that is not found, in every case that called it', () => {
    const message = 'coinsetextstatus was refused with -32601 (Method not found) where the documents describe a result';
    expect(
      causeOf({ id: 'rules/getblockchaininfo/x', method: 'getblockchaininfo' }, finding({ check: 'missing-method', message })),
    ).toMatchObject({ key: 'missing-method · coinsetextstatus', method: 'coinsetextstatus' });
    expect(
      keyOf('gobject diff', { check: 'missing-method', message: 'gobject diff was refused with -32601 (Method not found) where' }),
    ).toBe('missing-method · gobject diff');
  });

  test('is a death during one call; another call is another cause', () => {
    const died = (method: string | null, call: string, id?: string): string =>
      keyOf(method, { check: 'died', evidence: 'health', message: `the node ended (signal SIGABRT)${call}; its last lines: none` }, id);
    expect(died('combinepsbt', ' while combinepsbt was in flight', 'methods/combinepsbt/a')).toBe(
      died('combinepsbt', ' while combinepsbt was in flight', 'rules/combinepsbt/b'),
    );
    expect(died('combinepsbt', ' while combinepsbt was in flight')).not.toBe(died('getblock', ' while getblock was in flight'));
    const brackets = (count: string): string => died(null, ` while a request of ${count} open brackets was in flight`);
    expect(brackets('100,000')).toBe(brackets('20,000'));
    expect(died(null, '', 'envelope/json/depth-1000')).toBe(died(null, '', 'envelope/json/depth-9'));
  });
});

describe('different causes are kept apart', () => {
  test('several errors of one method', () => {
    const errors = ['-8 (Invalid asset)', '-4 (Insufficient funds)', '-3 (Amount out of range)', '-8 (Missing key)'];
    expect(
      new Set(
        errors.map((error) =>
          keyOf('assetnew', { check: 'refused', message: `assetnew was refused with ${error} where the documents describe a result` }),
        ),
      ).size,
    ).toBe(4);
  });

  test('several rules of one method', () => {
    expect(keyOf('bumpfee', { message: 'the new transaction is not in the memory pool' })).not.toBe(
      keyOf('bumpfee', { message: 'the old transaction is still in the memory pool' }),
    );
    expect(keyOf('getblock', { check: 'equals', path: 'size', message: 'size is 1, expected 2' })).not.toBe(
      keyOf('getblock', { check: 'equals', path: 'weight', message: 'weight is 1, expected 2' }),
    );
  });

  test('but one rule about several fields of one answer is one cause', () => {
    const answered = (field: string): string =>
      keyOf('getblockstats', { check: 'refusal', path: field, message: `getblockstats answered ${field} on a node without -txindex` });
    expect(answered('avgfee')).toBe(answered('maxfeerate'));
  });
});

test('a long headline is cut between words, with a mark', () => {
  const message = `getblock returned ${'a long answer '.repeat(20)}(987 characters)`;
  const { headline } = causeOf({ id: 'methods/getblock/a', method: 'getblock' }, finding({ message }));
  expect(headline).toMatch(/ (?:a|long|answer) …$/);
  expect(message.startsWith(headline.replace(' …', ' '))).toBe(true);
  expect(causeOf({ id: 'a', method: 'getblock' }, finding({ message: 'short' })).headline).toBe('short');
});

test('a field that is there against its condition is not said to be missing', () => {
  const message = 'label must be absent: the documents restrict it by "with the option", which does not hold';
  const cause = causeOf(
    { id: 'methods/listunspent/required-only', method: 'listunspent' },
    { check: 'presence', evidence: 'document', source: 'document 1, Wallet', path: '[0].label', message },
  );
  expect(cause).toMatchObject({ headline: 'label must be absent', key: 'forbidden · label' });
});
