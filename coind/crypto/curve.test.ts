import { readFileSync } from 'node:fs';
import { signECDSA } from '@scure/btc-signer/utils.js';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../primitives/hash.ts';
import { isStrictDer } from '../script/signature-encoding.ts';
import { openCurve } from './open-curve.ts';
import { isPrivateKey } from './private-key.ts';
import { encodeDer, hasLowS, parseLaxDer } from './der.ts';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const hasBinary = ['linux-x64', 'darwin-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`);
const names = hasBinary ? (['secp256k1', 'noble'] as const) : (['noble'] as const);

function hex(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

function key(n: number): Buffer {
  return sha256(Buffer.from(`key ${n}`));
}

function compactOf(der: Uint8Array): Buffer {
  return parseLaxDer(der)!;
}

/** The same signature with the other valid S. */
function withHighS(der: Buffer): Buffer {
  const compact = compactOf(der);
  const s = BigInt(`0x${compact.subarray(32).toString('hex')}`);
  return encodeDer(Buffer.concat([compact.subarray(0, 32), Buffer.from(hex(order - s), 'hex')]));
}

test('the native curve is used if there is a binary for the machine, and each node has its own', () => {
  const curve = openCurve();
  expect(openCurve('noble').name).toBe('noble');
  expect(curve.name).toBe(names[0]);
});

describe.each(names)('%s', (name) => {
  const curve = openCurve(name);

  test('public vectors of deterministic signatures', () => {
    const { valid } = JSON.parse(readFileSync(new URL('./vectors/ecdsa.json', import.meta.url), 'utf8')) as {
      valid: { d: string; message: string; signature: { r: string; s: string } }[];
    };
    for (const { d, message, signature } of valid) {
      const [privateKey, hash] = [Buffer.from(d.padStart(64, '0'), 'hex'), sha256(Buffer.from(message))];
      const s = BigInt(signature.s);
      const lowS = s > order / 2n ? order - s : s;
      const der = curve.sign(hash, privateKey);
      expect(compactOf(der).toString('hex')).toBe(hex(BigInt(signature.r)) + hex(lowS));
      expect(curve.verify(hash, der, curve.publicKey(privateKey, true))).toBe(true);
    }
    console.log(`${name}: ecdsa.json: ${valid.length} of ${valid.length} passed`);
    expect(valid.length).toBe(7);
  });

  test('low_r.json: signs as litecoind does, with a low R', () => {
    const all = JSON.parse(readFileSync(new URL('./vectors/low_r.json', import.meta.url), 'utf8')) as {
      key: string;
      hash: string;
      signature: string;
    }[];
    let ground = 0;
    for (const vector of all) {
      const [hash, privateKey] = [Buffer.from(vector.hash, 'hex'), Buffer.from(vector.key, 'hex')];
      const der = curve.sign(hash, privateKey, { lowR: true });
      expect(der.toString('hex')).toBe(vector.signature);
      expect(compactOf(der)[0]! < 0x80 && hasLowS(compactOf(der))).toBe(true);
      expect(isStrictDer(Buffer.concat([der, Buffer.from([1])]))).toBe(true);
      const first = curve.sign(hash, privateKey);
      expect(first.toString('hex')).toBe(Buffer.from(signECDSA(hash, privateKey)).toString('hex'));
      if (!der.equals(first)) ground += 1;
    }
    console.log(`${name}: low_r.json: ${all.length} of ${all.length} passed`);
    expect([all.length, ground]).toEqual([20, 13]);
  });

  test('verifies as consensus requires: high S, lax DER, all forms of a key', () => {
    const hash = sha256(Buffer.from('a'));
    const der = curve.sign(hash, key(1));
    const compressed = curve.publicKey(key(1), true);
    const uncompressed = curve.publicKey(key(1), false);
    const hybrid = Buffer.from(uncompressed);
    hybrid[0] = 6 + (uncompressed[64]! & 1);
    for (const publicKey of [compressed, uncompressed, hybrid]) {
      expect(curve.isPublicKey(publicKey)).toBe(true);
      expect(curve.verify(hash, der, publicKey)).toBe(true);
      expect(curve.verify(hash, withHighS(der), publicKey)).toBe(true);
      expect(curve.verify(sha256(Buffer.from('b')), der, publicKey)).toBe(false);
    }
    const wrongHybrid = Buffer.from(hybrid);
    wrongHybrid[0] = hybrid[0]! ^ 1;
    expect(curve.isPublicKey(wrongHybrid)).toBe(false);
    expect(curve.verify(hash, der, wrongHybrid)).toBe(false);
    const loose = Buffer.concat([
      Buffer.from([0x30, 0x81, 0x46, 0x02, 0x82, 0x00, 0x22, 0, 0]),
      compactOf(der).subarray(0, 32),
      Buffer.from([0x02, 0x20]),
      compactOf(der).subarray(32),
      Buffer.from('more'),
    ]);
    expect(curve.verify(hash, loose, compressed)).toBe(true);
  });

  test('refuses invalid keys and signatures', () => {
    const hash = sha256(Buffer.from('a'));
    const publicKey = curve.publicKey(key(1), true);
    const offCurve = Buffer.from(`02${'00'.repeat(31)}05`, 'hex');
    for (const wrong of [offCurve, publicKey.subarray(1), Buffer.alloc(33), Buffer.alloc(65), Buffer.alloc(0)]) {
      expect(curve.isPublicKey(wrong)).toBe(false);
      expect(curve.verify(hash, curve.sign(hash, key(1)), wrong)).toBe(false);
    }
    for (const wrong of [
      '',
      '30',
      '3006020100020100',
      '3006020101020100',
      `3026022100${hex(order)}020101`,
      `3026020101022100${hex(order)}`,
    ]) {
      expect(curve.verify(hash, Buffer.from(wrong, 'hex'), publicKey)).toBe(false);
    }
  });

  test('recovers keys from signatures for messages', () => {
    for (let n = 0; n < 6; n++) {
      const hash = sha256(Buffer.from(`message ${n}`));
      for (const compressed of [true, false]) {
        const signature = curve.signRecoverable(hash, key(n), compressed);
        expect(signature.length).toBe(65);
        expect(curve.recover(hash, signature)).toEqual(curve.publicKey(key(n), compressed));
      }
    }
    const hash = sha256(Buffer.from('a'));
    expect(curve.recover(hash, Buffer.alloc(65))).toBeUndefined();
    expect(curve.recover(hash, Buffer.alloc(64, 1))).toBeUndefined();
    expect(curve.recover(hash, Buffer.concat([Buffer.from([31]), Buffer.alloc(64, 0xff)]))).toBeUndefined();
  });

  test('tweaks keys', () => {
    const tweak = key(9);
    expect(curve.publicKey(curve.tweakPrivateKey(key(1), tweak)!, true)).toEqual(
      curve.tweakPublicKey(curve.publicKey(key(1), true), tweak),
    );
    const negated = Buffer.from(hex(order - BigInt(`0x${key(1).toString('hex')}`)), 'hex');
    expect(curve.tweakPrivateKey(key(1), negated)).toBeUndefined();
    expect(curve.tweakPublicKey(curve.publicKey(key(1), true), negated)).toBeUndefined();
    expect(curve.tweakPrivateKey(key(1), Buffer.alloc(32, 0xff))).toBeUndefined();
    expect(curve.tweakPublicKey(curve.publicKey(key(1), true), Buffer.alloc(32, 0xff))).toBeUndefined();
    expect(curve.tweakPrivateKey(key(1), Buffer.alloc(32))).toEqual(key(1));
    expect(curve.tweakPublicKey(curve.publicKey(key(1), true), Buffer.alloc(32))).toEqual(curve.publicKey(key(1), true));
  });
});

test('a private key is a number from 1 to below the order', () => {
  for (const wrong of [hex(0n), hex(order), hex(order + 1n), hex(1n).slice(2)]) expect(isPrivateKey(Buffer.from(wrong, 'hex'))).toBe(false);
  expect(isPrivateKey(Buffer.from(hex(order - 1n), 'hex'))).toBe(true);
});

test('both return the same results', () => {
  for (let n = 0; n < 10; n++) {
    const hash = sha256(Buffer.from(`message ${n}`));
    const answers = names.map((name) => {
      const curve = openCurve(name);
      return [curve.publicKey(key(n), false), curve.sign(hash, key(n), { lowR: true }), curve.signRecoverable(hash, key(n), true)].map(
        (b) => b.toString('hex'),
      );
    });
    expect(answers[0]).toEqual(answers.at(-1));
  }
});
