import { LosslessNumber } from 'lossless-json';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Wire } from '../specs/model/wire.ts';
import { specification } from '../specs/model/specification.ts';
import { variantFor } from '../specs/model/variants.ts';
import type { Session } from './session.ts';
import { fakeSession, fakeTrial } from './testing/fake-trial.ts';
import { checkResult, withoutIndexes } from './check-result.ts';

let session: Session;
beforeAll(async () => {
  session = await fakeSession();
});

/** The findings for a result of this method. */
function findings(id: string, args: { [name: string]: Wire }, result: Wire): string[] {
  const method = specification.method(id);
  const variant = variantFor(method, args);
  if (!variant) throw new Error(`no variant of ${id}`);
  const trial = fakeTrial(session);
  checkResult(trial, method, variant, { args, result });
  return trial.findings.map(
    ({ check, evidence, path, observed }) => `${check}@${path ?? ''}${evidence === 'document' ? '' : ` ${evidence} ${observed}`}`,
  );
}

const hash = (digit: string): string => digit.repeat(64);
const header: { [name: string]: Wire } = {
  hash: hash('a'),
  confirmations: 2,
  height: 7,
  version: 1,
  versionHex: '00000001',
  merkleroot: hash('b'),
  time: 1_600_000_000,
  mediantime: 1_600_000_000,
  nonce: 1,
  bits: '207fffff',
  difficulty: new LosslessNumber('4.656542373906925e-10'),
  chainwork: hash('0'),
  nTx: 1,
  previousblockhash: hash('c'),
  nextblockhash: hash('d'),
};
const without = (name: string): { [name: string]: Wire } => Object.fromEntries(Object.entries(header).filter(([other]) => other !== name));
const ofHeader = (result: Wire): string[] => findings('getblockheader', { hash: hash('a'), verbose: true }, result);

describe('a documented result', () => {
  test('has no finding', () => {
    expect(ofHeader(header)).toEqual([]);
    expect(findings('getblockheader', { hash: hash('a'), verbose: false }, '00ff')).toEqual([]);
    expect(findings('getblockcount', {}, 7)).toEqual([]);
  });
});

describe('planted differences are found', () => {
  test.each<[string, Wire, string[]]>([
    ['a field dropped', without('merkleroot'), ['presence@merkleroot']],
    ['a field with a condition dropped, though it holds', without('nextblockhash'), ['presence@nextblockhash']],
    ['a number as a string', { ...header, height: '7' }, ['type@height']],
    ['a fraction for a whole number', { ...header, nTx: new LosslessNumber('1.5') }, ['type@nTx']],
    ['a hash cut short', { ...header, hash: 'ab' }, ['value@hash']],
    ['a number below what can be', { ...header, confirmations: -2, nextblockhash: hash('d') }, ['value@confirmations']],
    ['a field that no document names', { ...header, extra: 1 }, ['undocumented-field@extra observation extra']],
    ['a list in place of the object', [header], ['type@']],
    ['nothing', null, ['type@']],
  ])('%s', (_, result, expected) => {
    expect(ofHeader(result)).toEqual(expected);
  });

  test('the result of another variant', () => {
    expect(findings('getblockheader', { hash: hash('a'), verbose: false }, header)).toEqual(['type@']);
  });

  test('an amount with more than 8 decimal places', () => {
    expect(findings('getbalance', {}, new LosslessNumber('0.123456789'))).toEqual(['amount@']);
    expect(findings('getbalance', {}, new LosslessNumber('0.12345678'))).toEqual([]);
  });

  test('the same difference at many places of a list is reported once', () => {
    const tips = Array.from({ length: 30 }, () => ({ height: '1', hash: hash('a'), branchlen: 0, status: 'none' }));
    expect(findings('getchaintips', {}, tips)).toEqual(['type@[0].height', 'value@[0].status']);
  });
});

test('places that differ only in indexes or in keys that are data are one', () => {
  expect(withoutIndexes('tx[3].vin[12].txid')).toBe('tx[].vin[].txid');
  expect(withoutIndexes(`${'a1'.repeat(32)}.fees.extra`)).toBe('{}.fees.extra');
  expect(withoutIndexes('rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9.purpose')).toBe('{}.purpose');
  expect(withoutIndexes('masternodewatchdogmaxseconds')).toBe('masternodewatchdogmaxseconds');
});
