import { secp256k1 } from '@noble/curves/secp256k1.js';
import { OutScript, Transaction, p2ms, p2pkh, p2sh, p2wsh, type SigHash } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import {
  addressOfKey,
  addressOfScript,
  multisigScript,
  payToScriptHash,
  payToWitnessScriptHash,
  publicKeyOfWif,
  scriptOfAddress,
} from './addresses.ts';
import { Malformed, fromHex, toHex } from './bytes.ts';
import { verifyInput } from './input-signature.ts';
import { recoverKeyHash, signatureBytes } from './message-signature.ts';
import { base58OrSegwitPayload } from './address-payload.ts';
import { SIGHASH, legacySighash, witnessSighash } from './sighash.ts';
import { parseTransaction, serialize, txidOf, type TxOutput } from './transaction.ts';
import * as vectors from './testing/vectors.ts';

const mainChain = { pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80, hrp: 'bc' };
const output = ({ valueSat, script }: { valueSat: bigint; script: string }): TxOutput => ({ valueSat, script: fromHex(script) });

describe('what a signature signs (BIP 143)', () => {
  test('ALL, for P2WPKH', () => {
    const code = fromHex('76a9141d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac');
    expect(
      toHex(witnessSighash(parseTransaction(vectors.legacyUnsigned), 1, { scriptCode: code, type: SIGHASH.ALL, amountSat: 600_000_000n })),
    ).toBe(vectors.nativeP2wpkhSighash);
  });
  test('ALL, for P2SH-P2WPKH', () => {
    const code = fromHex('76a91479091972186c449eb1ded22b78e40d009bdf008988ac');
    expect(
      toHex(
        witnessSighash(parseTransaction(vectors.p2shP2wpkhSigned), 0, { scriptCode: code, type: SIGHASH.ALL, amountSat: 1_000_000_000n }),
      ),
    ).toBe(vectors.p2shP2wpkhSighash);
  });
  test('SINGLE without an output of that index', () => {
    const hash = witnessSighash(parseTransaction(vectors.p2wshUnsigned), 1, {
      scriptCode: fromHex(vectors.p2wshScriptCode),
      type: SIGHASH.SINGLE,
      amountSat: 4_900_000_000n,
    });
    expect(toHex(hash)).toBe(vectors.p2wshSighash);
  });
  test('SINGLE|ANYONECANPAY', () => {
    const hash = witnessSighash(parseTransaction(vectors.anyoneCanPayUnsigned), 0, {
      scriptCode: fromHex(vectors.anyoneCanPayScriptCode),
      type: SIGHASH['SINGLE|ANYONECANPAY'],
      amountSat: 16_777_215n,
    });
    expect(toHex(hash)).toBe(vectors.anyoneCanPaySighash);
  });
  test('SINGLE without an output of that index signs the number one in an input without a witness', () => {
    const hash = legacySighash(parseTransaction(vectors.p2wshUnsigned), 1, new Uint8Array(), SIGHASH.SINGLE);
    expect(toHex(hash)).toBe(`01${'00'.repeat(31)}`);
  });
});

describe('signatures of inputs', () => {
  const signed = parseTransaction(vectors.nativeP2wpkhSigned);
  const spent = vectors.nativeP2wpkhSpent.map(output);

  test('the examples of BIP 143 are valid: P2PK, P2WPKH, P2SH-P2WPKH', () => {
    expect(verifyInput(signed, 0, spent[0] as TxOutput)).toEqual({ valid: true, sighashTypes: [1] });
    expect(verifyInput(signed, 1, spent[1] as TxOutput)).toEqual({ valid: true, sighashTypes: [1] });
    expect(verifyInput(parseTransaction(vectors.p2shP2wpkhSigned), 0, output(vectors.p2shP2wpkhSpent))).toEqual({
      valid: true,
      sighashTypes: [1],
    });
  });

  test.each([
    ['one satoshi more in an output', vectors.nativeP2wpkhSigned.replace('202cb206', '212cb206')],
    ['another sequence', vectors.nativeP2wpkhSigned.replace('eeffffff', 'edffffff')],
    ['another lock time', vectors.nativeP2wpkhSigned.replace(/11000000$/, '12000000')],
  ])('%s invalidates all signatures', (_, hex) => {
    const transaction = parseTransaction(hex);
    expect(spent.map((output, index) => verifyInput(transaction, index, output).valid)).toEqual([false, false]);
  });

  test('another amount invalidates only the signature with a witness; another key hash is reported', () => {
    const [first, second] = spent as [TxOutput, TxOutput];
    expect(verifyInput(signed, 0, { ...first, valueSat: 1n }).valid).toBe(true);
    expect(verifyInput(signed, 1, { ...second, valueSat: second.valueSat + 1n }).valid).toBe(false);
    const other = verifyInput(signed, 1, { ...second, script: fromHex(`0014${'11'.repeat(20)}`) });
    expect(other).toEqual({ valid: false, problem: 'the public key does not match the hash in the output' });
  });

  test.each(Object.entries(SIGHASH).flatMap(([name, type]) => ['p2pkh', 'p2sh', 'p2wsh'].map((kind) => [kind, name, type] as const)))(
    'signatures made by the library are valid: %s %s',
    (kind, _, type) => {
      const keys = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
      const publicKeys = keys.map((key) => secp256k1.getPublicKey(key, true));
      const two = p2ms(2, publicKeys);
      const payment = kind === 'p2pkh' ? p2pkh(publicKeys[0] as Uint8Array) : kind === 'p2sh' ? p2sh(two) : p2wsh(two);
      const valueSat = 5_000_000n;
      const signer = new Transaction({ lockTime: 7 });
      for (const from of ['11', '22']) {
        const coin = { txid: from.repeat(32), vout: 0, scriptSig: Uint8Array.of(0x51), sequence: 0, witness: [] };
        const previous = serialize({ version: 2, lockTime: 0, inputs: [coin], outputs: [{ valueSat, script: payment.script }] });
        const txid = txidOf(parseTransaction(previous));
        signer.addInput({ ...payment, txid, index: 0, nonWitnessUtxo: previous, sighashType: type as SigHash });
      }
      signer.addOutput({ amount: 1_000n, script: payment.script });
      signer.addOutput({ amount: 2_000n, script: payment.script });
      for (const key of kind === 'p2pkh' ? keys.slice(0, 1) : keys)
        for (const index of [0, 1]) signer.signIdx(key, index, [type as SigHash]);
      signer.finalize();
      const transaction = parseTransaction(signer.extract());
      const verdicts = [0, 1].map((index) => verifyInput(transaction, index, { valueSat, script: payment.script }));
      for (const verdict of verdicts) expect(verdict).toEqual({ valid: true, sighashTypes: kind === 'p2pkh' ? [type] : [type, type] });
      // Only a change that the sighash type covers invalidates the signature.
      const changed = {
        ...transaction,
        outputs: transaction.outputs.map((output, at) => (at === 0 ? { ...output, valueSat: 1_001n } : output)),
      };
      expect(verifyInput(changed, 1, { valueSat, script: payment.script }).valid).toBe((type & 0x1f) !== SIGHASH.ALL);
    },
  );

  test('an input without a signature is not valid', () => {
    const verdict = verifyInput(parseTransaction(vectors.legacyUnsigned), 1, spent[1] as TxOutput);
    expect(verdict).toEqual({ valid: false, problem: 'the input has no witness' });
  });
});

describe('addresses and keys', () => {
  test('each type of address is decoded and encoded (BIP 173 and the family’s first address)', () => {
    const first = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    expect(toHex(scriptOfAddress(first, mainChain))).toBe('76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac');
    expect(addressOfScript(scriptOfAddress(first, mainChain), mainChain)).toBe(first);
    expect(addressOfKey(fromHex('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'), 'bech32', mainChain)).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
    const wsh = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
    expect(addressOfScript(scriptOfAddress(wsh, mainChain), mainChain)).toBe(wsh);
    expect(() => scriptOfAddress(first.replace('f', 'e'), mainChain)).toThrow(Malformed);
    expect(() => scriptOfAddress(first, { ...mainChain, pubKeyHash: 1 })).toThrow(Malformed);
  });

  test('the hash in an address of any form', () => {
    const hash = '751e76e8199196d454941c45d1b3a323f1433bd6';
    expect(base58OrSegwitPayload('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(hash);
    expect(base58OrSegwitPayload('1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH')).toBe(hash);
    expect(() => base58OrSegwitPayload('1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMI')).toThrow(Malformed);
  });

  test('scripts behind addresses', () => {
    const publicKeys = [1, 2].map((byte) => secp256k1.getPublicKey(new Uint8Array(32).fill(byte), true));
    const script = multisigScript(2, publicKeys);
    expect(OutScript.decode(script)).toMatchObject({ type: 'ms', m: 2, pubkeys: publicKeys });
    expect(payToScriptHash(script)).toEqual(p2sh(p2ms(2, publicKeys)).script);
    expect(payToWitnessScriptHash(script)).toEqual(p2wsh(p2ms(2, publicKeys)).script);
  });

  test('a private key in WIF is read, and no error message contains it', () => {
    const wif = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn';
    expect(toHex(publicKeyOfWif(wif, mainChain))).toBe('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
    expect(() => publicKeyOfWif(`${wif.slice(0, -1)}m`, mainChain)).toThrow(/^expected a private key of this chain/);
  });
});

describe('a signed message', () => {
  const message = 'This is an example of a signed message.';
  const signature = 'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=';
  const keyHash = toHex(scriptOfAddress('1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', mainChain).slice(3, 23));
  const recovered = (text: string, brand: string) => toHex(recoverKeyHash(signatureBytes(signature), text, brand) ?? new Uint8Array());

  test('recovers the key for this message and this brand only', () => {
    expect(recovered(message, 'Bitcoin')).toBe(keyHash);
    expect(recovered(`${message} `, 'Bitcoin')).not.toBe(keyHash);
    expect(recovered(message, 'Coin')).not.toBe(keyHash);
  });

  test('the same signature for an uncompressed key is that of another address', () => {
    const bytes = signatureBytes(signature);
    const uncompressed = bytes.map((byte, index) => (index === 0 ? byte - 4 : byte));
    expect(toHex(recoverKeyHash(uncompressed, message, 'Bitcoin') as Uint8Array)).not.toBe(keyHash);
  });

  const invalidHeader = Buffer.alloc(65, 9).toString('base64');
  test.each([
    ['no base64', '!'],
    ['too short', 'AAAA'],
    ['an invalid header byte', invalidHeader],
  ])('%s is malformed', (_, text) => {
    expect(() => signatureBytes(text)).toThrow(Malformed);
  });
});
