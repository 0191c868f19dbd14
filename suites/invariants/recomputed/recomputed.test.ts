import type { DecodedTransaction } from '../../../specs/model/generated/wire.d.ts';
import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { formatSat } from '../../../client/wire-json.ts';
import type { TrialOptions } from '../../../engine/trial-options.ts';
import { Trial } from '../../../engine/trial.ts';
import { FakeTarget } from '../../../engine/testing/fakes.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { scriptType } from '../../../oracles/script.ts';
import { parseTransaction, txidOf, vsizeOf, weightOf, wtxidOf } from '../../../oracles/transaction.ts';
import { nativeP2wpkhSigned, nativeP2wpkhSpent } from '../../../oracles/testing/vectors.ts';
import { decoded } from '../../support/decoded.ts';
import { amountSat } from '../../support/amounts.ts';
import { checkAsm, checkInputs, checkOutputs, checkSameButSignatures, checkSums } from '../../support/transaction-checks.ts';
import { checkSignatures } from './signatures.ts';

const raw = parseTransaction(nativeP2wpkhSigned);

/** The example of BIP 143 as decoded by a node. */
const correct = (): DecodedTransaction => ({
  txid: txidOf(raw),
  hash: wtxidOf(raw),
  size: raw.bytes.length,
  vsize: vsizeOf(raw),
  weight: weightOf(raw),
  version: 1,
  locktime: 17,
  vin: raw.inputs.map(({ txid, vout, scriptSig, sequence, witness }) => ({
    txid,
    vout,
    scriptSig: { asm: '', hex: toHex(scriptSig) },
    sequence,
    ...(witness.length > 0 && { txinwitness: witness.map(toHex) }),
  })),
  vout: raw.outputs.map(({ valueSat, script }, n) => ({
    value: formatSat(valueSat),
    n,
    scriptPubKey: { asm: '', hex: toHex(script), type: scriptType(script) ?? '' },
  })),
});

/** A trial without calls, for the checks only. */
const trial = (): Trial =>
  new Trial(Object.assign({} as TrialOptions, { claim: { evidence: 'standard', source: 'BIP 141' }, target: new FakeTarget() }));

function paths(shown: DecodedTransaction): (string | undefined)[] {
  const t = trial();
  checkSums(t, shown, raw);
  checkInputs(t, shown, raw);
  checkOutputs(t, shown, raw);
  return t.findings.map((finding) => finding.path);
}

/** The correct form with another value at `path`. */
function lie(path: string, value: unknown): DecodedTransaction {
  const shown = correct();
  const steps = path.split('.');
  const last = steps.pop() as string;
  const holder = steps.reduce((at, step) => (at as Record<string, unknown>)[step], shown as unknown) as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return shown;
}

describe('a decoded transaction, compared with its bytes', () => {
  test('correct values give no finding', () => {
    expect(paths(correct())).toEqual([]);
  });

  test.each([
    ['txid', wtxidOf(raw)],
    ['hash', txidOf(raw)],
    ['size', raw.strippedBytes.length],
    ['vsize', vsizeOf(raw) - 1],
    ['weight', weightOf(raw) + 1],
    ['version', 2],
    ['locktime', 18],
    ['vin.1.txid', '00'.repeat(32)],
    ['vin.1.vout', 0],
    ['vin.0.sequence', 0xffffffff],
    ['vin.0.scriptSig', { asm: '', hex: '' }],
    ['vin.1.txinwitness', undefined],
    ['vin.0.txinwitness', ['00']],
    ['vout.0.value', formatSat(112_340_001n)],
    ['vout.0.value', new LosslessNumber('1.123400001')],
    ['vout.1.n', 0],
    ['vout.1.scriptPubKey', { asm: '', hex: '51', type: 'nonstandard' }],
    ['vout', []],
    ['vin', []],
  ])('a wrong %s gives a finding at its path', (path, value) => {
    let found: (string | undefined)[];
    try {
      found = paths(lie(path, value));
    } catch (error) {
      // A value that is not an amount ends the case with a finding.
      expect((error as Error).name).toBe('CaseOver');
      return;
    }
    const place = path.replaceAll(/\.(\d+)/g, '[$1]');
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((foundPath) => foundPath?.startsWith(place))).toBe(true);
  });
});

describe('other checks', () => {
  const spent = nativeP2wpkhSpent.map(({ valueSat, script }) => ({ valueSat, script: fromHex(script) }));

  test('valid signatures give no finding; a changed output, another sighash type and another transaction do', () => {
    const t = trial();
    checkSignatures(t, raw, spent, 'ALL');
    checkSameButSignatures(t, raw, parseTransaction(raw.strippedBytes), 'it');
    expect(t.findings).toEqual([]);
    checkSignatures(t, raw, spent, 'NONE');
    expect(t.findings.map((finding) => finding.check)).toEqual(['holds', 'holds']);
    const changed = parseTransaction(nativeP2wpkhSigned.replace('202cb206', '212cb206'));
    const again = trial();
    checkSignatures(again, changed, spent, 'ALL');
    checkSameButSignatures(again, changed, raw, 'it');
    expect(again.findings.map((finding) => finding.check)).toEqual(['signature', 'signature', 'altered']);
  });

  test('malformed bytes and invalid amounts end the case with a finding', () => {
    const t = trial();
    expect(() => decoded(t, 'the transaction', () => parseTransaction('00'))).toThrow();
    expect(() => amountSat(t, new LosslessNumber('0.000000001'), 'fee')).toThrow();
    expect(() => amountSat(t, undefined, 'fee')).toThrow();
    expect(t.findings.map((finding) => finding.check)).toEqual(['malformed', 'amount', 'amount']);
  });

  test('an asm that differs from the script gives a finding', () => {
    const t = trial();
    checkAsm(t, '0 1d0f172a0ecb48aee1be1f2687d2963ae33f71a1', fromHex(nativeP2wpkhSpent[1].script), 'asm');
    expect(t.findings).toEqual([]);
    checkAsm(t, '0 1d0f172a0ecb48aee1be1f2687d2963ae33f71a2', fromHex(nativeP2wpkhSpent[1].script), 'asm');
    expect(t.findings).toHaveLength(1);
  });
});
