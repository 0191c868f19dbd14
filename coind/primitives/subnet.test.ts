import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { formatAddress, ipBytes, ipText, isLocal, isRoutable, parseAddress } from './net-address.ts';
import { parseSubnet } from './subnet.ts';
import { numbers } from '../testing/numbers.ts';

describe('addresses', () => {
  it('writes IPv6 as the URL standard does', () => {
    const below = numbers(1);
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: 8 }, () => (below(2) === 0 ? '0' : below(0xffff).toString(16))).join(':');
      const bytes = ipBytes(text)!;
      if (ipText(bytes).includes('.')) continue; // mapped IPv4, which a URL writes differently
      expect(`[${ipText(bytes)}]`).toBe(new URL(`http://[${text}]`).hostname);
      expect(ipBytes(ipText(bytes))?.equals(bytes)).toBe(true);
    }
  });

  it('reads hosts with and without ports', () => {
    const cases: [string, string | undefined][] = [
      ['127.0.0.1', '127.0.0.1:18444'],
      ['127.0.0.1:9', '127.0.0.1:9'],
      ['localhost:1', 'localhost:1'],
      ['::1', '[::1]:18444'],
      ['[0:0::1]:7', '[::1]:7'],
      ['::ffff:10.0.0.1', '10.0.0.1:18444'],
      ['127.0.0.1:65536', undefined],
      ['127.0.0.1:0', undefined],
      ['', undefined],
      [':9', undefined],
      ['a:b', undefined],
    ];
    for (const [text, expected] of cases) {
      const address = parseAddress(text, 18444);
      expect(address && formatAddress(address)).toBe(expected);
    }
  });

  it('recognises loopback addresses and the reserved ranges', () => {
    for (const host of ['127.0.0.1', '127.200.3.4', '::1', '::ffff:127.0.0.1']) expect(isLocal(host)).toBe(true);
    for (const host of ['10.0.0.1', '8.8.8.8', '::2', '2001:db8::1']) expect(isLocal(host)).toBe(false);
    for (const host of ['8.8.8.8', '2a00:1450::1', '172.32.0.1']) expect(isRoutable(host)).toBe(true);
    const reserved = [
      '127.0.0.1',
      '10.1.1.1',
      '192.168.0.1',
      '172.16.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '::1',
      'fe80::1',
      'fc00::1',
      '2001:db8::1',
    ];
    for (const host of reserved) expect(isRoutable(host)).toBe(false);
  });
});

describe('subnets', () => {
  it('has the normal form of the family', () => {
    const cases: [string, string | undefined][] = [
      ['192.0.2.1', '192.0.2.1/32'],
      ['198.51.100.7/24', '198.51.100.0/24'],
      ['10.1.2.3/255.255.0.0', '10.1.0.0/16'],
      ['1.2.3.4/0', '0.0.0.0/0'],
      ['2001:db8::1', '2001:db8::1/128'],
      ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
      ['2001:db8::1/ffff:ffff::', '2001:db8::/32'],
      ['192.0.2.1/33', undefined],
      ['192.0.2.1/255.0.255.0', undefined],
      ['192.0.2.1/ffff::', undefined],
      ['192.0.2.256', undefined],
      ['192.0.2.0/pyx', undefined],
      ['192.0.2.0/', undefined],
      ['192.0.2.0/1/2', undefined],
      ['2001:db8::/129', undefined],
      ['pyx', undefined],
      ['', undefined],
    ];
    for (const [text, expected] of cases) expect(parseSubnet(text)?.text, text).toBe(expected);
  });

  it('contains the same addresses as a BlockList of Node', () => {
    const below = numbers(2);
    let inside = 0;
    for (let round = 0; round < 3_000; round++) {
      const bytes = [below(4), below(256), below(4) * 64, below(256)];
      const bits = below(33);
      const other = bytes.map((byte) => (below(3) > 0 ? byte : byte ^ (1 << below(8))));
      const list = new BlockList();
      list.addSubnet(bytes.join('.'), bits, 'ipv4');
      const has = parseSubnet(`${bytes.join('.')}/${bits}`)!.has(other.join('.'));
      expect(has).toBe(list.check(other.join('.'), 'ipv4'));
      if (has) inside += 1;
    }
    expect(inside).toBeGreaterThan(300);
    expect(inside).toBeLessThan(2_700);
    expect(parseSubnet('0.0.0.0/0')!.has('::1')).toBe(false);
    expect(parseSubnet('::/0')!.has('127.0.0.1')).toBe(false);
  });
});
