import * as btc from '@scure/btc-signer';
import { beforeEach, describe, expect, it } from 'vitest';
import { ScriptIndex } from './script-index.ts';
import { curve } from '../crypto/testing/curve.ts';

const key = (n: number, compressed = true): Buffer => curve.publicKey(Buffer.alloc(32, n), compressed);
// Output scripts come from another library.
const pkh = (publicKey: Buffer): Buffer => Buffer.from(btc.p2pkh(publicKey).script);
const wpkh = (publicKey: Buffer): Buffer => Buffer.from(btc.p2wpkh(publicKey).script);
const nested = (publicKey: Buffer): Buffer => Buffer.from(btc.p2sh(btc.p2wpkh(publicKey)).script);
const pk = (publicKey: Buffer): Buffer => Buffer.from(btc.p2pk(publicKey).script);

let index: ScriptIndex;

beforeEach(() => {
  index = new ScriptIndex();
  index.addKey(key(1), true);
  index.addKey(key(2), true);
});

describe('ownership of scripts', () => {
  it('includes every output script of a key', () => {
    for (const script of [pkh, wpkh, nested, pk].map((make) => make(key(1)))) {
      expect(index.ownership(script)).toBe('spendable');
      expect(index.keyOf(script)).toEqual(key(1));
      expect(index.isSolvable(script)).toBe(true);
    }
    for (const make of [pkh, wpkh, nested]) {
      expect(index.ownership(make(key(3)))).toBe('none');
      expect(index.isSolvable(make(key(3)))).toBe(false);
    }
  });

  it('excludes witness outputs of an uncompressed key', () => {
    const publicKey = key(4, false);
    index.addKey(publicKey, true);
    expect(index.ownership(pkh(publicKey))).toBe('spendable');
    expect(index.ownership(pk(publicKey))).toBe('spendable');
    const hash = btc.p2pkh(publicKey).script.slice(3, 23);
    const program = Buffer.concat([Buffer.from([0, 20]), hash]);
    expect(index.ownership(program)).toBe('none');
    expect(index.isSolvable(program)).toBe(false);
  });

  it('includes a multisig with a known script and all keys, and never a bare multisig', () => {
    const inner = btc.p2ms(2, [key(1), key(2)]);
    const script = Buffer.from(btc.p2sh(inner).script);
    expect(index.ownership(script)).toBe('none');
    index.addScript(Buffer.from(inner.script));
    expect(index.ownership(script)).toBe('spendable');
    expect(index.ownership(Buffer.from(inner.script))).toBe('none');

    const shared = btc.p2ms(2, [key(1), key(3)]);
    index.addScript(Buffer.from(shared.script));
    expect(index.ownership(Buffer.from(btc.p2sh(shared).script))).toBe('none');
    expect(index.isSolvable(Buffer.from(btc.p2sh(shared).script))).toBe(true);
    index.addKey(key(3), true); // a later key completes it
    expect(index.ownership(Buffer.from(btc.p2sh(shared).script))).toBe('spendable');
  });

  it('includes P2WSH only if the program is known as well', () => {
    const inner = btc.p2ms(1, [key(1), key(2)]);
    const witness = btc.p2wsh(inner);
    index.addScript(Buffer.from(inner.script));
    expect(index.ownership(Buffer.from(witness.script))).toBe('none');
    expect(index.ownership(Buffer.from(btc.p2sh(witness).script))).toBe('none');
    index.addScript(Buffer.from(witness.script));
    expect(index.ownership(Buffer.from(witness.script))).toBe('spendable');
    expect(index.ownership(Buffer.from(btc.p2sh(witness).script))).toBe('spendable');
  });

  it('watches a script, and solves it once the public key is known', () => {
    index.addWatched(pkh(key(5)));
    expect(index.ownership(pkh(key(5)))).toBe('watch');
    expect(index.isSolvable(pkh(key(5)))).toBe(false);
    index.addWatched(pk(key(5)));
    expect(index.isSolvable(pkh(key(5)))).toBe(true);
    expect(index.ownership(wpkh(key(5)))).toBe('none');
    index.addKey(key(5), true);
    expect(index.ownership(pkh(key(5)))).toBe('spendable');
  });
});
