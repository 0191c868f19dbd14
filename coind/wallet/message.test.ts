import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import type { ChainParams } from '../params.ts';
import { regtest } from '../regtest.ts';
import { messageHash } from '../crypto/keys.ts';
import { hash160 } from '../primitives/hash.ts';

import { addressOf } from '../script/addresses.ts';
import { MemoryProvider, noProvider } from '../script/memory-provider.ts';
import { p2pkh, p2sh, p2wpkh } from '../script/standard.ts';
import { signMessage, verifyMessage } from './message.ts';
import { curve } from '../crypto/testing/curve.ts';

/** A chain with publicly known signed messages. */
const bitcoin: ChainParams = { ...regtest, pubKeyHashPrefix: 0x00, messagePrefix: 'Bitcoin Signed Message:\n' };

const key = Buffer.from('d97f5108f11cda6eeebaaa420fef0726b1f898060b98489fa3098463c0032866', 'hex');

function signer(compressed: boolean): { readonly provider: MemoryProvider; readonly publicKey: Buffer; readonly address: string } {
  const provider = new MemoryProvider(curve);
  provider.addKey(key, compressed);
  const publicKey = curve.publicKey(key, compressed);
  return { provider, publicKey, address: addressOf(p2pkh(hash160(publicKey)), regtest)! };
}

describe('signMessage', () => {
  it('creates the publicly known signatures', () => {
    const provider = new MemoryProvider(curve);
    provider.addKey(key, true);
    const signature = 'IPojfrX2dfPnH26UegfbGQQLrdK844DlHq5157/P6h57WyuS/Qsl+h/WSVGDF4MUi4rWSswW38oimDYfNNUBUOk=';
    expect(signMessage('15CRxFdyRpGZLW9w8HnHvVduizdL5jKNbs', 'Trust no one', provider, { params: bitcoin, curve })).toBe(signature);
    expect(verifyMessage('15CRxFdyRpGZLW9w8HnHvVduizdL5jKNbs', signature, 'Trust no one', { params: bitcoin, curve })).toBe(true);
  });

  it.each([true, false])('creates a signature from which the key can be recovered, compressed: %s', (compressed) => {
    const { provider, publicKey, address } = signer(compressed);
    for (const message of ['', 'hello', 'Grüße, ₿', 'x'.repeat(70_000)]) {
      const bytes = Buffer.from(signMessage(address, message, provider, { params: regtest, curve }), 'base64');
      const recovery = bytes[0]! - (compressed ? 31 : 27);
      const point = secp256k1.Signature.fromBytes(bytes.subarray(1), 'compact')
        .addRecoveryBit(recovery)
        .recoverPublicKey(messageHash(message, regtest));
      expect(Buffer.from(point.toBytes(compressed))).toEqual(publicKey);
      expect(verifyMessage(address, bytes.toString('base64'), message, { params: regtest, curve })).toBe(true);
      expect(verifyMessage(address, bytes.toString('base64'), `${message}.`, { params: regtest, curve })).toBe(false);
      expect(verifyMessage(signer(!compressed).address, bytes.toString('base64'), message, { params: regtest, curve })).toBe(false);
    }
  });

  it('refuses addresses without a key, and missing keys', () => {
    const { provider, publicKey, address } = signer(true);
    const program = p2wpkh(hash160(publicKey));
    for (const other of [program, p2sh(hash160(program))]) {
      expect(() => signMessage(addressOf(other, regtest)!, '', provider, { params: regtest, curve })).toThrow(
        expect.objectContaining({ reason: 'invalid-address' }),
      );
    }
    expect(() => signMessage('not-an-address', '', provider, { params: regtest, curve })).toThrow(
      expect.objectContaining({ reason: 'invalid-address' }),
    );
    expect(() => signMessage(address, '', noProvider, { params: regtest, curve })).toThrow(expect.objectContaining({ reason: 'refused' }));
  });
});

describe('verifyMessage', () => {
  it('accepts only signatures of the right length, and reports invalid base64', () => {
    const { provider, address } = signer(true);
    const signature = signMessage(address, 'hello', provider, { params: regtest, curve });
    const bytes = Buffer.from(signature, 'base64');
    for (const wrong of [
      Buffer.alloc(0),
      bytes.subarray(1),
      Buffer.concat([bytes, Buffer.alloc(1)]),
      Buffer.alloc(65),
      Buffer.alloc(65, 0xff),
    ]) {
      expect(verifyMessage(address, wrong.toString('base64'), 'hello', { params: regtest, curve })).toBe(false);
    }
    for (let bit = 8; bit < 520; bit += 37) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(verifyMessage(address, flipped.toString('base64'), 'hello', { params: regtest, curve })).toBe(false);
    }
    for (const text of [signature.slice(0, -1), `${signature}=`, ` ${signature}`, '!']) {
      expect(() => verifyMessage(address, text, 'hello', { params: regtest, curve })).toThrow(
        expect.objectContaining({ reason: 'invalid-key-or-transaction' }),
      );
    }
  });
});
