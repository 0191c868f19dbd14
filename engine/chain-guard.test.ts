import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Unavailable } from '../fixtures/world/world-errors.ts';
import type { Reply } from '../client/types.ts';
import { ChainGuard } from './chain-guard.ts';
import { fakeCase, fakeDefinitions, FakeNode, FakeTarget, refused, result, runOptions, type Answers } from './testing/fakes.ts';
import { RefusedError } from './prepare.ts';
import { run } from './run.ts';
import type { Case } from './case.ts';
import type { Outcome } from './outcome.ts';

const broken: Reply = {
  type: 'fault',
  durationMs: 0,
  fault: { kind: 'reset', evidence: 'health', source: 'the connection', message: 'it broke' },
};
const onChain =
  (chain: () => string, others: Answers = () => result(1)): Answers =>
  (method, params, node) =>
    method === 'getblockchaininfo' ? result({ chain: chain() }) : others(method, params, node);

function guarded(answers: Answers, strict = true): { node: FakeNode; client: FakeNode['client']; guard: ChainGuard } {
  const node = new FakeNode('default-1', 'default', answers);
  const guard = new ChainGuard('regtest', strict);
  return { node, client: guard.watch(node).client, guard };
}
const asked = (node: FakeNode): string[] => node.called.map(({ method }) => method);

test('the chain is checked before the first call, and not before later ones', async () => {
  const { node, client } = guarded(onChain(() => 'regtest'));
  await client.call('getthing', []);
  await client.call('setthing', []);
  expect(asked(node)).toEqual(['getblockchaininfo', 'getthing', 'setthing']);
});

test('parallel calls check the chain once', async () => {
  const { node, client } = guarded(onChain(() => 'regtest'));
  await Promise.all([client.call('getthing', []), client.call('setthing', [])]);
  expect(asked(node).filter((method) => method === 'getblockchaininfo')).toHaveLength(1);
});

test('the chain is checked again after an unanswered call, and nothing is sent to another chain', async () => {
  let chain = 'regtest';
  const { node, client, guard } = guarded(
    onChain(
      () => chain,
      (method) => (method === 'getthing' ? broken : result(1)),
    ),
  );
  await client.call('getthing', []);
  chain = 'main';
  await expect(client.call('setthing', [])).rejects.toThrow(
    'the node at http://127.0.0.1:1 changed from the chain "regtest" to "main" during the run; no further call was sent to it',
  );
  await expect(client.call('setthing', [])).rejects.toThrow(RefusedError);
  await expect(client.callList([{ method: 'setthing', params: [] }])).rejects.toThrow(RefusedError);
  await expect(client.raw({ body: '{}' })).rejects.toThrow(RefusedError);
  expect(asked(node)).toEqual(['getblockchaininfo', 'getthing', 'getblockchaininfo']);
  expect(guard.signal.reason).toBe(guard.refusal);
  expect(guard.refusal).toBeInstanceOf(RefusedError);
});

test('the chain is checked again after a connection was lost between two calls', async () => {
  const { node, client } = guarded(onChain(() => 'regtest'));
  await client.call('getthing', []);
  Object.assign(node.client, { lost: 1 });
  await client.call('setthing', []);
  expect(asked(node)).toEqual(['getblockchaininfo', 'getthing', 'getblockchaininfo', 'setthing']);
});

test('an answer of the case itself that reports another chain is the last one', async () => {
  const chains = ['regtest', 'main'];
  const { node, client } = guarded(onChain(() => chains.shift() ?? 'regtest'));
  await client.call('getthing', []);
  await expect(client.call('getblockchaininfo', [])).rejects.toThrow('to "main"');
  await expect(client.call('setthing', [])).rejects.toThrow(RefusedError);
  expect(asked(node)).not.toContain('setthing');
});

test('if the chain cannot be read, the call is not sent and the reply is returned instead', async () => {
  for (const reply of [broken, refused(-28, 'Loading'), refused(-32603, 'no')]) {
    const { node, client } = guarded((method) => (method === 'getblockchaininfo' ? reply : result(1)));
    expect(await client.call('setthing', [])).toEqual(reply);
    expect(await client.callList([{ method: 'setthing', params: [] }])).toEqual([reply]);
    expect(asked(node)).not.toContain('setthing');
  }
});

test('a node started by Pyx may refuse to report its chain', async () => {
  const { node, client } = guarded((method) => (method === 'getblockchaininfo' ? refused(-32603, 'no') : result(1)), false);
  expect(await client.call('setthing', [])).toMatchObject({ type: 'result' });
  expect(asked(node)).toEqual(['getblockchaininfo', 'setthing']);
});

test('a node started by Pyx receives calls while it is starting, and its chain is checked when it has started', async () => {
  const warmingUp = refused(-28, 'Loading');
  const replies = [warmingUp, warmingUp, result({ chain: 'regtest' })];
  const { node, client } = guarded((method) => (method === 'getblockchaininfo' ? replies.shift()! : warmingUp), false);
  for (let call = 0; call < 4; call++) expect(await client.call('setthing', [])).toEqual(warmingUp);
  expect(asked(node)).toEqual([
    'getblockchaininfo',
    'setthing',
    'getblockchaininfo',
    'setthing',
    'getblockchaininfo',
    'setthing',
    'setthing',
  ]);
});

/** Conducts a run on a node that Pyx did not start, which changes its chain after some calls. */
async function flipping(
  afterCalls: number,
  cases: readonly Case[],
): Promise<{ outcomes: Outcome[]; error: unknown; sent: string[]; notes: string[] }> {
  let count = 0;
  const target = new FakeTarget((method) => {
    count++;
    return method === 'getblockchaininfo' ? result({ chain: count > afterCalls ? 'main' : 'regtest' }) : result(1);
  }, false);
  const options = runOptions(target, {
    definitions: fakeDefinitions({
      wallet: {
        build: async (world) => {
          await world.service.call('setthing');
          world.onLeave(async () => void (await world.service.call('setthing')));
          return { name: 'wallet' };
        },
      },
    }),
  });
  const outcomes: Outcome[] = [];
  let error: unknown;
  try {
    for await (const outcome of run({ cases, whole: true }, options)) outcomes.push(outcome);
  } catch (thrown) {
    error = thrown;
  }
  return {
    outcomes,
    error,
    sent: target.nodes.flatMap(asked),
    notes: options.events.flatMap((event) => (event.type === 'note' ? [event.text] : [])),
  };
}

test('a run ends with the first answer that reports another chain: nothing more is sent, and nothing cleaned up', async () => {
  const looks = fakeCase('looks', async (t) => void (await t.world.service.client.call('getblockchaininfo', [])));
  const writes = (id: string): Case => fakeCase(id, async (t) => void (await t.call('setthing')));
  const { outcomes, error, sent, notes } = await flipping(3, [writes('a'), looks, writes('b')]);
  expect(outcomes.map(({ id, status, internal }) => [id, status, internal])).toEqual([
    ['fake/a', 'passed', undefined],
    ['fake/looks', 'skipped', undefined],
    ['fake/b', 'skipped', undefined],
  ]);
  expect(outcomes[2]?.reason).toBe('the node changed to another chain');
  expect(error).toBeInstanceOf(RefusedError);
  expect(sent).toEqual(['getblockchaininfo', 'setthing', 'setthing', 'getblockchaininfo']);
  expect(notes).toEqual(['could not be cleaned up: everything made by the run on http://127.0.0.1:1: the node is now on another chain']);
});

test('a prerequisite that cannot be made is not taken for a change of chain', async () => {
  const { error, outcomes } = await flipping(100, [
    fakeCase('a', () => {
      throw new Unavailable('none here');
    }),
  ]);
  expect(error).toBeUndefined();
  expect(outcomes).toMatchObject([{ status: 'inapplicable' }]);
});

test('the chain of a node that Pyx did not start is checked again after some calls', async () => {
  let chain = 'regtest';
  const { node, client } = guarded(onChain(() => chain));
  await client.call('setthing', []);
  chain = 'main';
  await expect(
    (async () => {
      for (let call = 0; call < 1_000; call++) await client.call('setthing', []);
    })(),
  ).rejects.toThrow(RefusedError);
  expect(asked(node).filter((method) => method === 'setthing').length).toBeLessThan(30);
});

test('work around the client of a node begins with a check of its chain', async () => {
  const { node, guard } = guarded(onChain(() => 'main'));
  let begun = false;
  const work = async (): Promise<void> => void (begun = true);
  await expect(guard.during([guard.watch(node)], work)).rejects.toThrow(RefusedError);
  expect(begun).toBe(false);
});

test('work around the client of a node is aborted when the node reports another chain', async () => {
  let chain = 'regtest';
  const { node, guard } = guarded(onChain(() => chain));
  const work = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      chain = 'main';
      signal.addEventListener('abort', () => resolve());
    });
  await expect(guard.during([guard.watch(node)], work)).rejects.toThrow('to "main"');
  expect(guard.refusal).toBeInstanceOf(RefusedError);
});

test('a node that gives no answer to the check does not end the work, and gets no further call', async () => {
  const { node, guard } = guarded((method) => (method === 'getblockchaininfo' ? broken : result(1)));
  const watched = guard.watch(node);
  expect(await guard.during([watched], async () => 7)).toBe(7);
  expect(await guard.ask(watched)).toBe(false);
});

test('a node that is slow to answer is not asked again after the work', async () => {
  let isOver = false;
  let askedAfterwards = 0;
  const slow: Answers = async () => {
    if (isOver) askedAfterwards++;
    await sleep(700);
    return broken;
  };
  const { node, guard } = guarded(slow);
  await guard.during([guard.watch(node)], async () => {
    await sleep(1_500);
    isOver = true;
  });
  expect(node.called.length).toBeGreaterThan(1);
  expect(askedAfterwards).toBe(0);
});
