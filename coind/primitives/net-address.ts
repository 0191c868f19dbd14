import { BlockList, isIP, isIPv4 } from 'node:net';

/** An IP address with a port. `host` is in its shortest form, without brackets. */
export interface NetAddress {
  readonly host: string;
  readonly port: number;
}

/** Prefix of an IPv4 address mapped into IPv6. */
const MAPPED = Buffer.from('00000000000000000000ffff', 'hex');

const ipv4Bytes = (text: string): Buffer => Buffer.from(text.split('.').map(Number));

function groups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const bytes = ipv4Bytes(part);
    return [bytes.readUInt16BE(0), bytes.readUInt16BE(2)];
  });
}

/** The 16 bytes of an address, an IPv4 address mapped into IPv6; undefined if it is not an IP address. */
export function ipBytes(text: string): Buffer | undefined {
  if (isIPv4(text)) return Buffer.concat([MAPPED, ipv4Bytes(text)]);
  if (isIP(text) !== 6 || text.includes('%')) return undefined;
  const [head = '', tail] = text.split('::');
  const [front, back] = [groups(head), groups(tail ?? '')];
  const middle = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => 0);
  const bytes = Buffer.alloc(16);
  for (const [i, group] of [...front, ...middle, ...back].entries()) bytes.writeUInt16BE(group, i * 2);
  return bytes;
}

/** Whether 16 bytes are an IPv4 address. */
export function isMapped(bytes: Buffer): boolean {
  return bytes.subarray(0, 12).equals(MAPPED);
}

/** The text of 16 bytes: dotted for IPv4, else as in RFC 5952. */
export function ipText(bytes: Buffer): string {
  if (isMapped(bytes)) return bytes.subarray(12).join('.');
  const all = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(i * 2).toString(16));
  const text = all.join(':');
  // The longest run of two or more zero groups is omitted; the first of several with equal length.
  const runs = [...text.matchAll(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g)].sort((a, b) => b[0].length - a[0].length || a.index - b.index);
  const [run] = runs;
  if (!run) return text;
  return `${text.slice(0, run.index).replace(/:$/, '')}::${text.slice(run.index + run[0].length).replace(/^:/, '')}`;
}

/** An IP address in its shortest form; undefined if it is not one. */
export function normalIp(text: string): string | undefined {
  const bytes = ipBytes(text);
  return bytes && ipText(bytes);
}

export function formatAddress({ host, port }: NetAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Reads `host`, `host:port` or `[host]:port`; the host may be a name. Undefined if the port is invalid. */
export function parseAddress(text: string, defaultPort: number): NetAddress | undefined {
  const read = readAddress(text);
  const port = read?.port ?? defaultPort;
  return read === undefined || port === 0 ? undefined : { host: read.host, port };
}

/** The same, with an optional port that may be 0. */
export function readAddress(text: string): { readonly host: string; readonly port: number | undefined } | undefined {
  const bare = ipBytes(text) !== undefined;
  const match = bare ? null : /^(?:\[([^\]]+)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text);
  if (!bare && !match) return undefined;
  const host = bare ? text : (match?.[1] ?? match?.[2] ?? '');
  const port = match?.[3] === undefined ? undefined : Number(match[3]);
  if (host === '' || (port !== undefined && port > 0xffff)) return undefined;
  return { host: normalIp(host) ?? host, port };
}

/** Loopback addresses. */
const LOCAL = { ipv4: ranges('ipv4', ['0.0.0.0/8', '127.0.0.0/8']), ipv6: ranges('ipv6', ['::1/128']) };

/** Private, local, reserved and for documentation: the special-purpose registries of IANA (RFC 6890). */
const NOT_ROUTABLE = {
  ipv4: ranges('ipv4', [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ]),
  // Nothing outside 2000::/3 is assigned.
  ipv6: ranges('ipv6', ['::/3', '4000::/2', '8000::/1', '2001:db8::/32']),
};

/** Whether an address is a loopback address. */
export const isLocal = (host: string): boolean => isWithin(host, LOCAL) === true;

/** Whether an address is globally routable. */
export const isRoutable = (host: string): boolean => isWithin(host, NOT_ROUTABLE) === false;

function ranges(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', bits] = subnet.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** Undefined if it is not an IP address. */
function isWithin(host: string, { ipv4, ipv6 }: { readonly ipv4: BlockList; readonly ipv6: BlockList }): boolean | undefined {
  const ip = normalIp(host);
  if (ip === undefined) return undefined;
  return isIPv4(ip) ? ipv4.check(ip, 'ipv4') : ipv6.check(ip, 'ipv6');
}
