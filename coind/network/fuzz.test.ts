import { afterEach, expect, it } from 'vitest';
import { buildBlock } from '../chain/testing/test-chain.ts';
import { RawPeer, rawVersion } from './testing/raw-peer.ts';
import { coinbaseOf, split, startTestNode, type TestNode } from './testing/test-node.ts';
import { numbers } from '../testing/numbers.ts';

const SEED = Number(process.env['COIND_FUZZ_SEED'] ?? 1);
const MESSAGES = 3_000;

let node: TestNode;

afterEach(() => node.stop());

it(`survives random and damaged messages of a peer (seed ${SEED})`, async () => {
  const below = numbers(SEED);
  node = await startTestNode();
  node.mine(101);
  const { outpoint, valueSat } = coinbaseOf(node, 1);
  const payment = split(outpoint, valueSat, 3);
  const block = buildBlock({ parent: node.chain.tip });
  const tip = Buffer.from(node.chain.tip.hash, 'hex').reverse();
  const item = (type: number, id: Buffer): Buffer => Buffer.concat([Buffer.from([type, 0, 0, below(2) * 0x40]), id]);
  const locator = Buffer.concat([Buffer.from('7f11010001', 'hex'), tip, Buffer.alloc(32)]);
  /** A valid message of each kind. */
  const good: [string, Buffer][] = [
    ['version', rawVersion()],
    ['verack', Buffer.alloc(0)],
    ['ping', Buffer.alloc(8)],
    ['pong', Buffer.alloc(8)],
    ['inv', Buffer.concat([Buffer.from([2]), item(1, Buffer.alloc(32, 3)), item(2, tip)])],
    ['getdata', Buffer.concat([Buffer.from([2]), item(1, Buffer.from(payment.txid, 'hex').reverse()), item(2, tip)])],
    ['notfound', Buffer.concat([Buffer.from([1]), item(1, Buffer.alloc(32, 3))])],
    ['getheaders', locator],
    ['getblocks', locator],
    ['headers', Buffer.concat([Buffer.from([1]), block.header.bytes, Buffer.from([0])])],
    ['block', block.bytes],
    ['tx', payment.bytes],
    ['tx', payment.strippedBytes],
    ['addr', Buffer.concat([Buffer.from([1]), Buffer.alloc(22, 1), Buffer.from('ffff08080808208d', 'hex')])],
    ['getaddr', Buffer.alloc(0)],
    ['mempool', Buffer.alloc(0)],
    ['sendheaders', Buffer.alloc(0)],
    ['feefilter', Buffer.alloc(8)],
    ['sendcmpct', Buffer.alloc(9)],
    ['filterload', Buffer.alloc(12)],
    ['pyx', Buffer.alloc(3)],
    ['constructor', Buffer.alloc(0)],
    ['__proto__', Buffer.alloc(0)],
  ];
  const damaged = (bytes: Buffer): Buffer => {
    const copy = Buffer.from(bytes);
    const kind = below(4);
    if (kind === 0) return copy.subarray(0, below(copy.length + 1));
    if (kind === 1) return Buffer.concat([copy, Buffer.alloc(below(40), below(256))]);
    for (let i = below(4); i >= 0 && copy.length > 0; i--) copy[below(kind === 2 ? Math.min(copy.length, 8) : copy.length)] = below(256);
    return copy;
  };
  let peer = await RawPeer.connect(node.address);
  let connections = 1;
  for (let sent = 0; sent < MESSAGES; sent++) {
    if (sent % 40 === 0 && !(await peer.settled(100).catch(() => false))) {
      peer.close();
      // Sometimes without a handshake.
      peer = below(8) === 0 ? await RawPeer.connect(node.address) : await RawPeer.ready(node.address);
      connections += 1;
    }
    const [command, payload] = good[below(good.length)]!;
    peer.send(command, below(5) === 0 ? payload : damaged(payload));
  }
  peer.close();
  expect(connections).toBeGreaterThan(50);
  // An internal error is logged with its stack trace.
  expect(node.lines.filter((line) => /\n\s+at /.test(line))).toEqual([]);
  const honest = await RawPeer.ready(node.address);
  expect(await honest.settled()).toBe(true);
  honest.close();
  expect(node.chain.tip.height).toBeGreaterThanOrEqual(101);
});
