import { readFileSync } from 'node:fs';
import { OutScript, ScriptNum } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../primitives/hash.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import type { TxInput } from '../primitives/types.ts';
import { hasValidOps, isPushOnly, pushData, pushNumber, readOps, toAsm } from './script.ts';
import { scriptNumber } from './script-number.ts';
import { isStrictDer } from './signature-encoding.ts';
import { legacySigOps, sigOpCost } from './sigops.ts';
import { multisig, p2pk, p2pkh, p2sh, p2wpkh, p2wsh, solve } from './standard.ts';
import { parseScriptWords } from './testing/script-words.ts';
import { curve } from '../crypto/testing/curve.ts';

const keys = Array.from({ length: 3 }, (_, i) => curve.publicKey(sha256(Buffer.from(`key ${i}`)), i < 2));

describe('numbers', () => {
  test.each([0, 1, -1, 127, 128, -128, 255, 256, 32767, 32768, -65536, 0x7fffffff, -0x7fffffff])(
    '%s is encoded as by btc-signer',
    (value) => {
      expect(scriptNumber.encode(value)).toEqual(Buffer.from(ScriptNum(6).encode(BigInt(value))));
      expect(scriptNumber.decode(scriptNumber.encode(value), { minimal: true })).toBe(value);
    },
  );

  test('length and minimal encoding', () => {
    expect(scriptNumber.decode(Buffer.from('0000000080', 'hex'))).toBeUndefined();
    expect(scriptNumber.decode(Buffer.from('ffffffff00', 'hex'), { maxSize: 5 })).toBe(0xffffffff);
    expect(scriptNumber.decode(Buffer.from('0100', 'hex'), { minimal: true })).toBeUndefined();
    expect(scriptNumber.decode(Buffer.from('0100', 'hex'))).toBe(1);
    expect(scriptNumber.decode(Buffer.from('80', 'hex'))).toBe(0);
    expect(scriptNumber.decode(Buffer.from('ff00', 'hex'), { minimal: true })).toBe(255);
  });
});

describe('operations', () => {
  test.each([
    [0, '00'],
    [75, '4b'],
    [76, '4c4c'],
    [255, '4cff'],
    [256, '4d0001'],
    [65536, '4e00000100'],
  ])('a push of %s bytes', (length, prefix) => {
    const script = pushData(Buffer.alloc(length, 1));
    expect(script.subarray(0, prefix.length / 2).toString('hex')).toBe(prefix);
    const {
      ops: [only],
      valid,
    } = readOps(script);
    expect([only!.data!.equals(Buffer.alloc(length, 1)), only!.end, valid]).toEqual([true, script.length, true]);
  });

  test('numbers up to 16 have opcodes', () => {
    expect([-1, 0, 1, 16, 17, -2].map((n) => pushNumber(n).toString('hex'))).toEqual(['4f', '00', '51', '60', '0111', '0182']);
  });

  test('a truncated push ends the readable part', () => {
    for (const hex of ['5102ff', '514c', '514cff', '514d01', '514e000000']) {
      expect(readOps(Buffer.from(hex, 'hex'))).toMatchObject({ valid: false, ops: [{ code: 0x51 }] });
      expect(hasValidOps(Buffer.from(hex, 'hex'))).toBe(false);
      expect(isPushOnly(Buffer.from(hex, 'hex'))).toBe(false);
      expect(toAsm(Buffer.from(hex, 'hex'))).toBe('1 [error]');
    }
    expect(hasValidOps(Buffer.from('ba', 'hex'))).toBe(false);
    expect(hasValidOps(pushData(Buffer.alloc(521)))).toBe(false);
    expect(hasValidOps(pushData(Buffer.alloc(520)))).toBe(true);
  });

  test('as text', () => {
    expect(toAsm(p2pkh(hash160(keys[0]!)))).toBe(`OP_DUP OP_HASH160 ${hash160(keys[0]!).toString('hex')} OP_EQUALVERIFY OP_CHECKSIG`);
    expect(toAsm(parseScriptWords('0 -1 1 16 17 1000 0x04ffffffff RETURN NOP2 NOP3 0xff 0xba'))).toBe(
      '0 -1 1 16 17 1000 -2147483647 OP_RETURN OP_CHECKLOCKTIMEVERIFY OP_CHECKSEQUENCEVERIFY OP_INVALIDOPCODE OP_UNKNOWN',
    );
    const signature = Buffer.concat([curve.sign(Buffer.alloc(32, 1), Buffer.alloc(32, 1)), Buffer.from([0x83])]);
    expect(toAsm(pushData(signature), { sighash: true })).toBe(`${signature.subarray(0, -1).toString('hex')}[SINGLE|ANYONECANPAY]`);
    expect(toAsm(pushData(signature))).toBe(signature.toString('hex'));
    expect(toAsm(Buffer.concat([Buffer.from([0x6a]), pushData(signature)]), { sighash: true })).toBe(
      `OP_RETURN ${signature.toString('hex')}`,
    );
  });
});

test('sig_canonical.json and sig_noncanonical.json', () => {
  const load = (name: string): string[] => JSON.parse(readFileSync(new URL(`./vectors/${name}`, import.meta.url), 'utf8')) as string[];
  const canonical = load('sig_canonical.json');
  const wrong = load('sig_noncanonical.json').filter((text) => /^[0-9a-fA-F]+$/.test(text));
  for (const text of canonical) expect(isStrictDer(Buffer.from(text, 'hex')), text).toBe(true);
  // One of them is strict DER with an undefined sighash type, which is another rule.
  expect(wrong.filter((text) => isStrictDer(Buffer.from(text, 'hex'))).map((text) => text.slice(-2))).toEqual(['11']);
  console.log(`sig_canonical.json: ${canonical.length} passed, sig_noncanonical.json: ${wrong.length} passed`);
});

describe('standard scripts', () => {
  test('btc-signer recognises the same types', () => {
    const [a, b] = [keys[0]!, keys[1]!];
    expect(OutScript.decode(p2pkh(hash160(a)))).toMatchObject({ type: 'pkh' });
    expect(OutScript.decode(p2sh(hash160(a)))).toMatchObject({ type: 'sh' });
    expect(OutScript.decode(p2wpkh(hash160(a)))).toMatchObject({ type: 'wpkh' });
    expect(OutScript.decode(p2wsh(sha256(a)))).toMatchObject({ type: 'wsh' });
    expect(OutScript.decode(p2pk(a))).toMatchObject({ type: 'pk' });
    expect(multisig(2, [a, b])).toEqual(Buffer.from(OutScript.encode({ type: 'ms', m: 2, pubkeys: [a, b] })));
  });

  test('solve recognises the same types', () => {
    const hash = hash160(keys[0]!);
    expect(solve(p2pk(keys[2]!))).toEqual({ type: 'pubkey', data: [keys[2]], required: 1 });
    expect(solve(p2pkh(hash))).toEqual({ type: 'pubkeyhash', data: [hash], required: 1 });
    expect(solve(p2sh(hash))).toEqual({ type: 'scripthash', data: [hash], required: 1 });
    expect(solve(p2wpkh(hash))).toEqual({ type: 'witness_v0_keyhash', data: [hash], required: 1 });
    expect(solve(p2wsh(sha256(hash)))).toEqual({ type: 'witness_v0_scripthash', data: [sha256(hash)], required: 1 });
    expect(solve(multisig(2, keys))).toEqual({ type: 'multisig', data: keys, required: 2 });
    expect(solve(parseScriptWords('1 0x02 0x1234'))).toEqual({
      type: 'witness_unknown',
      data: [Buffer.from('1234', 'hex')],
      required: 1,
      witnessVersion: 1,
    });
    expect(solve(parseScriptWords("RETURN 'data' 5"))).toEqual({ type: 'nulldata', data: [], required: 0 });
    for (const words of [
      'RETURN DUP',
      '0 0x03 0x123456',
      '1',
      '',
      '0x21 0x05 CHECKSIG',
      '1 0 CHECKMULTISIG',
      '2 0x01 0x02 1 CHECKMULTISIG',
      'DUP HASH160 0x14',
    ]) {
      expect(solve(parseScriptWords(words)).type, words).toBe('nonstandard');
    }
    expect(solve(Buffer.concat([multisig(2, keys), Buffer.from([0xae])])).type).toBe('nonstandard');
    expect(solve(multisig(3, keys.slice(1))).type).toBe('nonstandard');
  });
});

describe('signature operations', () => {
  test('in scripts', () => {
    expect(legacySigOps(multisig(1, keys))).toBe(20);
    expect(legacySigOps(multisig(1, keys), true)).toBe(3);
    expect(legacySigOps(parseScriptWords('CHECKSIG CHECKSIGVERIFY 0x01 0xac CHECKMULTISIGVERIFY'))).toBe(22);
    expect(legacySigOps(parseScriptWords('CHECKSIG 0x05 0xacac'))).toBe(1); // up to the truncated push
  });

  test('cost: four outside a witness, one in it', () => {
    const redeemScript = multisig(2, keys);
    const input = (scriptSig: Buffer, witness: Buffer[]): TxInput => ({ txid: '11'.repeat(32), vout: 0, scriptSig, sequence: 0, witness });
    const coin = (scriptPubKey: Buffer) => ({ valueSat: 1n, scriptPubKey });
    const nested = p2wsh(sha256(redeemScript));
    const cases = [
      { input: input(pushData(redeemScript), []), coin: coin(p2sh(hash160(redeemScript))), cost: 3 * 4 },
      { input: input(Buffer.alloc(0), [Buffer.alloc(0), redeemScript]), coin: coin(nested), cost: 3 },
      { input: input(pushData(nested), [Buffer.alloc(0), redeemScript]), coin: coin(p2sh(hash160(nested))), cost: 3 },
      { input: input(Buffer.alloc(0), [Buffer.alloc(71), keys[0]!]), coin: coin(p2wpkh(hash160(keys[0]!))), cost: 1 },
      { input: input(pushData(keys[0]!), []), coin: coin(p2pkh(hash160(keys[0]!))), cost: 0 },
      { input: input(Buffer.alloc(0), [keys[0]!]), coin: coin(parseScriptWords('1 0x02 0x1234')), cost: 0 },
    ];
    for (const { input: txInput, coin: spent, cost } of cases) {
      const transaction = makeTransaction({ version: 1, inputs: [txInput], outputs: [coin(p2pkh(hash160(keys[0]!)))], locktime: 0 });
      expect(sigOpCost(transaction, [spent])).toBe(cost + 4);
      expect(sigOpCost(transaction, [spent], 0)).toBe(4);
    }
  });
});
