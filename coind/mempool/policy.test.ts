import { describe, expect, it } from 'vitest';
import type { Coin } from '../chain/types.ts';
import { buildScript } from '../script/script.ts';
import { multisig, p2pkh, p2sh, p2wpkh, p2wsh } from '../script/standard.ts';
import { hash160 } from '../primitives/hash.ts';
import { feeAt, feeRateOf } from './fee-rate.ts';
import { areInputsStandard, checkStandard, dustThresholdSat, isWitnessStandard, policyVsize } from './policy.ts';
import { OPEN_SCRIPT, spend } from './testing/test-pool.ts';

const hash20 = Buffer.alloc(20, 7);
const hash32 = Buffer.alloc(32, 7);
const key = (last: number) => Buffer.concat([Buffer.from([2]), Buffer.alloc(31), Buffer.from([last])]);
const from = { txid: 'aa'.repeat(32), vout: 0 };
const paying = (scriptPubKey: Buffer, valueSat = 1_000_000n) => spend([from], [{ valueSat, scriptPubKey }]);
const coin = (scriptPubKey: Buffer): Coin => ({ valueSat: 1_000_000n, scriptPubKey, height: 1, coinbase: false });

describe('dust', () => {
  it('has the known thresholds of this family at 3 sat/vB', () => {
    const thresholds = [p2pkh(hash20), p2sh(hash20), p2wpkh(hash20), p2wsh(hash32)].map((script) => dustThresholdSat(script, 3_000n));
    expect(thresholds).toEqual([546n, 540n, 294n, 330n]);
  });

  it('has thresholds ten times higher by default, and none for unspendable outputs', () => {
    expect(dustThresholdSat(p2wpkh(hash20))).toBe(2_940n);
    expect(dustThresholdSat(buildScript([0x6a, Buffer.alloc(10)]))).toBe(0n);
  });
});

describe('standard transactions', () => {
  it.each([
    ['a future version', spend([from], [1_000_000n], { version: 3 }), 'version'],
    ['version 0', spend([from], [1_000_000n], { version: 0 }), 'version'],
    [
      'too much weight',
      spend(
        [from],
        Array.from({ length: 3_200 }, () => 1_000_000n),
      ),
      'tx-size',
    ],
    ['a large scriptSig', spend([{ ...from, scriptSig: Buffer.alloc(1_651) }], [1_000_000n]), 'scriptsig-size'],
    ['a scriptSig that does something', spend([{ ...from, scriptSig: Buffer.from([0x76]) }], [1_000_000n]), 'scriptsig-not-pushonly'],
    ['an unknown output script', paying(Buffer.from([0x51])), 'scriptpubkey'],
    ['multisig of four keys', paying(multisig(1, [key(1), key(2), key(3), key(4)])), 'scriptpubkey'],
    ['data of 84 bytes', paying(Buffer.concat([Buffer.from([0x6a, 0x4c, 81]), Buffer.alloc(81)])), 'scriptpubkey'],
    ['dust', paying(OPEN_SCRIPT, 5_399n), 'dust'],
    [
      'two data outputs',
      spend(
        [from],
        [0n, 0n].map((valueSat) => ({ valueSat, scriptPubKey: Buffer.from([0x6a]) })),
      ),
      'multi-op-return',
    ],
  ])('are not those with %s', (_, transaction, reason) => {
    expect(checkStandard(transaction)?.reason).toBe(reason);
  });

  it.each([
    ['P2PKH', p2pkh(hash20)],
    ['P2WSH', p2wsh(hash32)],
    ['a future witness version', buildScript([0x51, hash32])],
    ['multisig of three keys', multisig(2, [key(1), key(2), key(3)])],
    ['data of 83 bytes', Buffer.concat([Buffer.from([0x6a, 0x4c, 80]), Buffer.alloc(80)])],
  ])('may pay to %s', (_, script) => {
    expect(checkStandard(paying(script))).toBeUndefined();
  });

  it('spend known scripts with few signature operations', () => {
    const redeeming = (redeemScript: Buffer) =>
      areInputsStandard(spend([{ ...from, scriptSig: buildScript([redeemScript]) }], [1n]), [coin(p2sh(hash160(redeemScript)))]);
    expect(
      redeeming(
        multisig(
          1,
          Array.from({ length: 15 }, (_, index) => key(index)),
        ),
      ),
    ).toBe(true);
    expect(redeeming(Buffer.alloc(16, 0xac))).toBe(false);
    expect(areInputsStandard(spend([from], [1n]), [coin(Buffer.from([0x51]))])).toBe(false);
    expect(areInputsStandard(spend([from], [1n]), [coin(buildScript([0x51, hash32]))])).toBe(false);
    expect(areInputsStandard(spend([{ ...from, scriptSig: Buffer.alloc(0) }], [1n]), [coin(p2sh(hash20))])).toBe(false);
  });

  it('have witnesses only for inputs that need them, and not too large', () => {
    const judge = (script: Buffer, witness: Buffer[], scriptSig: Buffer = Buffer.alloc(0)) =>
      isWitnessStandard(spend([{ ...from, scriptSig, witness }], [1n]), [coin(script)]);
    expect(judge(p2pkh(hash20), [Buffer.from([1])])).toBe(false);
    expect(judge(p2wpkh(hash20), [Buffer.alloc(72), key(1)])).toBe(true);
    expect(judge(p2wsh(hash32), [Buffer.alloc(80), Buffer.alloc(3_600)])).toBe(true);
    expect(judge(p2wsh(hash32), [Buffer.alloc(81), Buffer.alloc(3_600)])).toBe(false);
    expect(judge(p2wsh(hash32), [Buffer.alloc(80), Buffer.alloc(3_601)])).toBe(false);
    expect(judge(p2wsh(hash32), [...Array.from({ length: 101 }, () => Buffer.alloc(1)), Buffer.alloc(10)])).toBe(false);
    const nested = p2wsh(hash32);
    expect(judge(p2sh(hash160(nested)), [Buffer.alloc(81), Buffer.alloc(1)], buildScript([nested]))).toBe(false);
    expect(judge(p2sh(hash160(nested)), [Buffer.alloc(80), Buffer.alloc(1)], buildScript([nested]))).toBe(true);
  });
});

describe('sizes and rates', () => {
  it('count many signature operations as 20 vbytes each', () => {
    expect([policyVsize(561, 1), policyVsize(400, 80)]).toEqual([141, 400]);
  });

  it('round fees down, but not to 0', () => {
    expect([feeAt(1_000n, 141), feeAt(1_001n, 141), feeAt(1n, 141), feeAt(0n, 141)]).toEqual([141n, 141n, 1n, 0n]);
    expect([feeRateOf(141n, 141), feeRateOf(1n, 3), feeRateOf(5n, 0)]).toEqual([1_000n, 333n, 0n]);
  });
});
