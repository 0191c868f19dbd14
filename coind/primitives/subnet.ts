import { isIPv4 } from 'node:net';
import { ipBytes, ipText, isMapped } from './net-address.ts';

/** A subnet: the addresses with a common prefix. */
export interface Subnet {
  /** CIDR notation: `192.0.2.0/24`, `2001:db8::/32`. */
  readonly text: string;
  has(host: string): boolean;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Number of leading one bits of a mask; undefined if a one follows a zero. */
function maskBits(mask: Buffer): number | undefined {
  const bits = [...mask].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const match = /^(1*)0*$/.exec(bits);
  return match?.[1]?.length;
}

function prefixLength(text: string, ipv4: boolean): number | undefined {
  if (/^\d{1,3}$/.test(text)) {
    const bits = Number(text);
    return bits <= (ipv4 ? BITS.ipv4 : BITS.ipv6) ? bits : undefined;
  }
  const mask = isIPv4(text) === ipv4 ? ipBytes(text) : undefined;
  return mask && maskBits(ipv4 ? mask.subarray(12) : mask);
}

/** Keeps the first bits and clears the others. */
function masked(bytes: Buffer, bits: number): Buffer {
  return Buffer.from(bytes.map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - i * 8)))));
}

/**
 * Reads an address with an optional netmask as bits or as an address (`/24`, `/255.255.255.0`); the default is /32, or
 * /128 for IPv6. Undefined if invalid, including masks with holes.
 */
export function parseSubnet(text: string): Subnet | undefined {
  const [host = '', mask, ...more] = text.split('/');
  const bytes = ipBytes(host);
  if (!bytes || more.length > 0) return undefined;
  const ipv4 = isMapped(bytes);
  const full = ipv4 ? BITS.ipv4 : BITS.ipv6;
  const bits = mask === undefined ? full : prefixLength(mask, ipv4);
  if (bits === undefined) return undefined;
  const allBits = bits + BITS.ipv6 - full;
  const network = masked(bytes, allBits);
  return {
    text: `${ipText(network)}/${bits}`,
    has(other) {
      const otherBytes = ipBytes(other);
      return otherBytes !== undefined && isMapped(otherBytes) === ipv4 && masked(otherBytes, allBits).equals(network);
    },
  };
}
