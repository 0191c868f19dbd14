import { afterAll, expect, test, type TestContext } from 'vitest';
import { stringify, toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import { Worlds } from '../fixtures/world/testing/worlds.ts';
import type { World } from '../fixtures/world/world.ts';
import { specification } from '../specs/model/specification.ts';
import { variantFor } from '../specs/model/variants.ts';
import { FaultProxy, type SeenCall } from './support/fault-proxy.ts';
import { inFolder, pyx, resultsIn, type PyxEnded } from './support/pyx.ts';

const worlds = new Worlds();
const proxies: FaultProxy[] = [];
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await worlds.close();
});

/** A node in use, behind a proxy that records every call and can report a different chain. */
async function remote(ctx: TestContext, chain?: string): Promise<{ world: World; proxy: FaultProxy }> {
  const world = await worlds.shared(ctx);
  await world.use('confirmedSend');
  await world.use('confirmedReceive');
  await world.use('unconfirmedSend');
  const proxy = await FaultProxy.start(() => world.node.client.address);
  proxies.push(proxy);
  if (chain !== undefined) {
    proxy.plant({
      name: `claims ${chain}`,
      answer: (answer, call) =>
        call.method === 'getblockchaininfo' ? { ...answer, result: { ...(answer.result as { [name: string]: Wire }), chain } } : undefined,
    });
  }
  return { world, proxy };
}

function tryIt(
  proxy: FaultProxy,
  world: World,
  outDir: string,
  { more, password = world.node.credentials?.password ?? '' }: { readonly more: readonly string[]; readonly password?: string },
): Promise<PyxEnded> {
  return pyx(['run', '--target', proxy.address, '--seed', '3', '--out', outDir, ...more], {
    env: { PYX_RPC_USER: world.node.credentials?.user ?? '', PYX_RPC_PASSWORD: password },
  });
}

/** The state of the node that a call could change, as one text. */
async function stateOf({ service, wallet = '' }: World): Promise<string> {
  const probes: readonly (readonly [string, readonly Wire[]])[] = [
    ['getbestblockhash', []],
    ['getrawmempool', []],
    ['listwallets', []],
    ['getwalletinfo', []],
    ['listunspent', [0]],
    ['listlockunspent', []],
    ['listlabels', []],
    ['listreceivedbyaddress', [0, true, true]],
    ['listtransactions', ['*', 1000]],
    ['listbanned', []],
    ['getaddednodeinfo', []],
  ];
  const parts: string[] = [];
  for (const [method, args] of probes) {
    const reply = await service.call(method, args, { wallet });
    if (reply.type !== 'result') throw new Error(`${method} was not answered with a result`);
    parts.push(`${method} ${stringify(reply.result)}`);
  }
  const { networkactive } = (await service.call('getnetworkinfo').then((reply) => (reply.type === 'result' ? reply.result : {}))) as {
    networkactive?: boolean;
  };
  return [...parts, `networkactive ${networkactive}`].join('\n');
}

/** Methods that write or reveal a secret: not even an invalid call to them is sent. */
const never =
  /^(abandon|add(?!r)|abort|backup|bump|clear|disconnect|dump|encrypt|fund|generate|getnewaddress|getrawchange|import|invalidate|keypool|load|lock|move|precious|prioritise|prune|reconsider|rescan|save|send|set|sign|stop|unload|wallet)/;

function effectsOf({ method, params }: SeenCall): readonly string[] {
  const known = specification.find(method);
  if (!known) return []; // a name that no node has, which has no effect
  const named = Object.fromEntries(
    known.params.slice(0, params.length).map((param, index) => [param.name, toPlain(params[index] ?? null)]),
  );
  return variantFor(known, named)?.effect ?? known.variants.flatMap((variant) => variant.effect);
}

test('on a chain that is not a test chain only its name is requested', async (ctx) => {
  const { world, proxy } = await remote(ctx, 'main');
  await inFolder(async (outDir) => {
    const { code, stderr } = await tryIt(proxy, world, outDir, { more: [] });
    expect(stderr).toContain('runs the chain "main"');
    expect(code).toBe(2);
  });
  expect([...new Set(proxy.seen.map(({ method }) => method))].sort()).toEqual(['getblockchaininfo', 'getnetworkinfo']);
});

test('--read-only sends such a node only calls that read, requests no secret, and changes nothing', async (ctx) => {
  const { world, proxy } = await remote(ctx, 'main');
  const before = await stateOf(world);
  await inFolder(async (outDir) => {
    const { code, stderr } = await tryIt(proxy, world, outDir, { more: ['--read-only'] });
    expect([0, 1], stderr).toContain(code);
    const { totals, complete } = await resultsIn(outDir);
    expect(complete).toBe(true);
    // The node was tried: many cases found their values on it.
    expect(totals['passed']).toBeGreaterThan(300);
  });
  expect(await stateOf(world)).toBe(before);

  const wrong = proxy.seen.filter((call) => never.test(call.method) || effectsOf(call).some((effect) => effect !== 'read'));
  expect([...new Set(wrong.map(({ method, params }) => `${method} ${stringify([...params])}`))]).toEqual([]);
  // Malformed requests are sent too; none may be a valid call for a tolerant node.
  expect(
    proxy.unread.filter((body) =>
      specification.spec.methods.some(
        ({ wire, variants }) => variants.some(({ effect }) => effect.some((kind) => kind !== 'read')) && body.includes(`"${wire.method}"`),
      ),
    ),
  ).toEqual([]);
  expect(new Set(proxy.seen.map(({ method }) => method)).size).toBeGreaterThan(30);
});

const wrongCredentials: readonly (readonly [what: string, env: (user: string) => Readonly<Record<string, string>>, message: RegExp])[] = [
  ['a wrong password', (user) => ({ PYX_RPC_USER: user, PYX_RPC_PASSWORD: 'not the password' }), /refuses the credentials of "/],
  ['no credentials', () => ({}), /requires credentials/],
];

for (const [what, env, message] of wrongCredentials) {
  test(`${what}: exit 2 with a message`, async (ctx) => {
    const { world, proxy } = await remote(ctx);
    await inFolder(async (outDir) => {
      const { code, stderr } = await pyx(['run', '--target', proxy.address, '--out', outDir], {
        env: env(world.node.credentials?.user ?? ''),
      });
      expect(stderr).toMatch(message);
      expect(stderr).toContain('PYX_RPC_PASSWORD');
      expect(stderr).not.toContain('not the password');
      expect(code).toBe(2);
    });
  });
}
