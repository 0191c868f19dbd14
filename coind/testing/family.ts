import { expect, test } from 'vitest';
import { needs } from '../../test/require.ts';
import { startLitecoind } from '../chain/testing/litecoind.ts';
import { regtest } from '../regtest.ts';
import { RawPeer } from '../network/testing/raw-peer.ts';
import { runNode } from '../node.ts';
import { readOptions } from '../options/read-options.ts';

/** A node of the family (coind or litecoind) as seen by a client over HTTP. */
export interface FamilyNode {
  /** Returns the result; an error response fails the test. */
  call<T = string>(method: string, ...params: unknown[]): Promise<T>;
  /** Returns code and message of a call that must be refused. */
  refusal(method: string, ...params: unknown[]): Promise<Refused>;
  /** Sends a raw body and returns the response. */
  post(body: string): Promise<Reply>;
  /** Connects as a peer and completes the handshake. Only with `listen`. */
  peer(): Promise<RawPeer>;
}

export interface Refused {
  readonly code: number;
  readonly message: string;
}

interface Reply {
  readonly result: unknown;
  readonly error: Refused | null;
}

interface Setup {
  /** Start options, the same for both nodes. */
  readonly args?: readonly string[];
  readonly listen?: boolean;
  /** Default: 20 keys, which is faster. */
  readonly keypool?: number;
}

/** Magic bytes of messages on its regtest network. */
const LITECOIN_MAGIC = Buffer.from('fabfb5da', 'hex');
/** Options with which litecoind behaves as its family. */
const likeFamily = ['-mempoolreplacement=1'];

type Scenario = (node: FamilyNode) => Promise<unknown>;

/**
 * Two tests of one scenario: on coind, and on litecoind, which confirms that the expectation is the family's behaviour. The
 * second is skipped without litecoind. A scenario must return values that are the same on both: no hashes, addresses or times.
 */
export function testInFamily(title: string, scenario: Scenario, expected: unknown, setup: Setup = {}): void {
  testOnCoind(title, scenario, expected, setup);
  test(`${title}: so does litecoind`, async (ctx) => {
    await needs(ctx, 'litecoind');
    const { listen = false } = setup;
    const litecoind = await startLitecoind({ args: [...likeFamily, ...argsOf(setup)], listen });
    try {
      await litecoind.call('createwallet', ''); // later releases of the family start without a wallet
      expect(await scenario(clientOf((body) => litecoind.post(body), { address: litecoind.p2p, magic: LITECOIN_MAGIC }))).toEqual(expected);
    } finally {
      await litecoind.stop();
    }
  });
}

/** A test of a scenario on coind only: if litecoind differs, or does not have the function. */
export function testOnCoind(title: string, scenario: Scenario, expected: unknown, setup: Setup = {}): void {
  test(title, async () => {
    const { node, stop } = await startCoind(setup);
    try {
      expect(await scenario(node)).toEqual(expected);
    } finally {
      await stop();
    }
  });
}

function argsOf({ args = [], keypool = 20 }: Setup): string[] {
  return ['-fallbackfee=0.0002', `-keypool=${keypool}`, ...args];
}

async function startCoind(setup: Setup): Promise<{ node: FamilyNode; stop: () => Promise<void> }> {
  const listenArgs = setup.listen === true ? ['-listen=1', '-port=0'] : ['-listen=0'];
  const node = await runNode(readOptions(['-rpcport=0', '-rpcuser=u', '-rpcpassword=p', ...listenArgs, ...argsOf(setup)]));
  const headers = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` };
  const post = async (body: string): Promise<Reply> => {
    const response = await fetch(`${node.address}/`, { method: 'POST', headers, body });
    return (await response.json()) as Reply;
  };
  const { listening } = node.context.network;
  return { node: clientOf(post, { address: listening && `127.0.0.1:${listening.port}`, magic: regtest.magic }), stop: () => node.stop() };
}

function clientOf(
  post: (body: string) => Promise<Reply>,
  p2p: { readonly address: string | undefined; readonly magic: Buffer },
): FamilyNode {
  const send = (method: string, params: readonly unknown[]): Promise<Reply> => post(JSON.stringify({ method, params, id: 1 }));
  return {
    post,
    peer() {
      if (p2p.address === undefined) throw new Error('the node does not listen');
      return RawPeer.ready(p2p.address, undefined, p2p.magic);
    },
    async call<T>(method: string, ...params: unknown[]) {
      const { result, error } = await send(method, params);
      if (error !== null) throw new Error(`${method}: ${error.code} ${error.message}`);
      return result as T;
    },
    async refusal(method, ...params) {
      const { error } = await send(method, params);
      if (error === null) throw new Error(`${method} was not refused`);
      return error;
    },
  };
}
