import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkTransaction } from '../chain/tx-rules.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { makeTransaction, readTransaction } from '../primitives/transaction.ts';
import type { Transaction, TxOutput } from '../primitives/types.ts';
import { flag } from './flags.ts';
import { verifyScript } from './interpreter.ts';
import type { ScriptError } from './script-error.ts';
import { SighashCache } from './sighash.ts';
import { transactionChecker } from './signature-checker.ts';
import { parseFlags, parseScriptWords } from './testing/script-words.ts';
import { curve } from '../crypto/testing/curve.ts';

function load<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./vectors/${name}`, import.meta.url), 'utf8')) as T;
}

type Line = readonly [prevouts: readonly (readonly [txid: string, vout: number, script: string])[], hex: string, flags: string];

function lines(name: string): Line[] {
  return load<readonly unknown[][]>(name).filter((line) => Array.isArray(line[0])) as unknown as Line[];
}

/** These files predate witnesses. */
function read(hex: string): Transaction {
  return readTransaction(new ByteReader(Buffer.from(hex, 'hex')), { allowWitness: false });
}

/** The first fault of a transaction: without context, or in one of its scripts. */
function fault([prevouts, hex, flagText]: Line): string | undefined {
  const transaction = read(hex);
  const rejection = checkTransaction(transaction);
  if (rejection !== undefined) return rejection.reason;
  const scripts = new Map(prevouts.map(([txid, vout, script]) => [`${txid}:${vout >>> 0}`, parseScriptWords(script)]));
  const coins = transaction.inputs.map(({ txid, vout }) => ({ valueSat: 0n, scriptPubKey: scripts.get(`${txid}:${vout}`)! }));
  return firstFault(transaction, coins, parseFlags(flagText));
}

function firstFault(transaction: Transaction, coins: readonly TxOutput[], flags: number): ScriptError | undefined {
  const cache = new SighashCache(transaction);
  for (const [index, { scriptSig, witness }] of transaction.inputs.entries()) {
    const { scriptPubKey, valueSat } = coins[index]!;
    const error = verifyScript({
      scriptSig,
      scriptPubKey,
      witness,
      flags,
      checker: transactionChecker(transaction, { index, amountSat: valueSat }, { cache, curve }),
    });
    if (error !== undefined) return error;
  }
  return undefined;
}

describe('public transaction vectors', () => {
  test('tx_valid.json: all are accepted, and serialised to the same bytes', () => {
    const all = lines('tx_valid.json');
    const wrong = all.filter((line) => fault(line) !== undefined);
    for (const [, hex] of all) expect(makeTransaction(read(hex)).bytes.toString('hex')).toBe(hex);
    console.log(`tx_valid.json: ${all.length - wrong.length} of ${all.length} passed`);
    expect(wrong).toEqual([]);
    expect(all.length).toBe(83);
  });

  test('tx_invalid.json: all are refused', () => {
    const all = lines('tx_invalid.json');
    const wrong = all.filter((line) => fault(line) === undefined);
    console.log(`tx_invalid.json: ${all.length - wrong.length} of ${all.length} passed`);
    expect(wrong).toEqual([]);
    expect(all.length).toBe(64);
  });

  interface Spend {
    readonly scriptSig: string;
    readonly witness: readonly string[];
  }
  interface AssetLine {
    readonly tx: string;
    readonly prevouts: readonly string[];
    readonly index: number;
    readonly flags: string;
    readonly success: Spend;
    readonly failure?: Spend;
  }

  test('script_assets_test.json without taproot: signatures of every type in every nesting', () => {
    const all = load<readonly AssetLine[]>('script_assets_legacy.json');
    const run = (line: AssetLine, spend: Spend, flags: number): ScriptError | undefined => {
      const parts = readTransaction(new ByteReader(Buffer.from(line.tx, 'hex')));
      const { index } = line;
      const [scriptSig, witness] = [Buffer.from(spend.scriptSig, 'hex'), spend.witness.map((item) => Buffer.from(item, 'hex'))];
      const transaction = makeTransaction({
        ...parts,
        version: parts.version,
        inputs: parts.inputs.with(index, { ...parts.inputs[index]!, scriptSig, witness }),
      });
      const prevout = new ByteReader(Buffer.from(line.prevouts[index]!, 'hex'));
      const [valueSat, scriptPubKey] = [prevout.i64le(), prevout.varBytes()];
      return verifyScript({
        scriptSig,
        scriptPubKey,
        witness,
        flags,
        checker: transactionChecker(transaction, { index, amountSat: valueSat }, { cache: new SighashCache(transaction), curve }),
      });
    };
    let [passed, failures] = [0, 0];
    for (const line of all) {
      const flags = parseFlags(line.flags);
      for (const subset of [flags, flag.P2SH | flag.WITNESS, flag.P2SH, 0])
        expect(run(line, line.success, subset), line.tx).toBeUndefined();
      if (line.failure !== undefined) {
        expect(run(line, line.failure, flags), line.tx).toBeDefined();
        failures += 1;
      }
      passed += 1;
    }
    console.log(`script_assets_test.json: ${passed} passed (${failures} with a failure beside), 1912 about taproot left out`);
    expect(passed).toBe(331);
    expect(failures).toBeGreaterThan(100);
  });
});
