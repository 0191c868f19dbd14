import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeTransaction, NULL_ID } from '../primitives/transaction.ts';
import { flag } from './flags.ts';
import { verifyScript } from './interpreter.ts';
import { SighashCache } from './sighash.ts';
import { transactionChecker } from './signature-checker.ts';
import { parseFlags, parseScriptWords } from './testing/script-words.ts';
import { curve } from '../crypto/testing/curve.ts';

type Line = readonly (string | readonly (string | number)[])[];

const lines = (JSON.parse(readFileSync(new URL('./vectors/script_tests.json', import.meta.url), 'utf8')) as Line[]).filter(
  (line) => line.length > 1,
);

/** Runs one vector: an output with the script, and a transaction that spends it. */
function run(line: Line): { readonly expected: string; readonly actual: string; readonly text: string } {
  const [witnessAndAmount, scriptSigText, scriptText, flagText, expected] = (typeof line[0] === 'string' ? [[], ...line] : line) as [
    (string | number)[],
    string,
    string,
    string,
    string,
  ];
  const witness = witnessAndAmount.slice(0, -1).map((item) => Buffer.from(item as string, 'hex'));
  const valueSat = BigInt(Math.round(Number(witnessAndAmount.at(-1) ?? 0) * 1e8));
  const scriptSig = parseScriptWords(scriptSigText);
  const scriptPubKey = parseScriptWords(scriptText);
  const credit = makeTransaction({
    version: 1,
    inputs: [{ txid: NULL_ID, vout: 0xffffffff, scriptSig: Buffer.from([0, 0]), sequence: 0xffffffff, witness: [] }],
    outputs: [{ valueSat, scriptPubKey }],
    locktime: 0,
  });
  const spend = makeTransaction({
    version: 1,
    inputs: [{ txid: credit.txid, vout: 0, scriptSig, sequence: 0xffffffff, witness }],
    outputs: [{ valueSat, scriptPubKey: Buffer.alloc(0) }],
    locktime: 0,
  });
  const flags = parseFlags(flagText);
  const checker = transactionChecker(spend, { index: 0, amountSat: valueSat }, { cache: new SighashCache(spend), curve });
  // Some flags imply others, as in the reference implementation.
  const closed = flags | ((flags & flag.CLEANSTACK) !== 0 ? flag.P2SH | flag.WITNESS : 0) | ((flags & flag.WITNESS) !== 0 ? flag.P2SH : 0);
  return {
    expected,
    actual: verifyScript({ scriptSig, scriptPubKey, witness, flags: closed, checker }) ?? 'OK',
    text: JSON.stringify(line),
  };
}

describe('public script vectors', () => {
  test('script_tests.json: every vector ends with the expected error', () => {
    const wrong = lines.map(run).filter(({ expected, actual }) => expected !== actual);
    console.log(`script_tests.json: ${lines.length - wrong.length} of ${lines.length} passed`);
    expect(wrong).toEqual([]);
    expect(lines.length).toBe(1189);
  });

  test('each error of the vectors occurs', () => {
    expect(new Set(lines.map((line) => run(line).actual)).size).toBeGreaterThan(35);
  });
});
