import { expect, test } from 'vitest';
import { FakeTarget, result, timedOut, type Answers } from '../../engine/testing/fakes.ts';
import { AskedNode } from './asked-node.ts';

/** Nodes that die when they are asked for help, up to this number. */
function mortal(deaths: number): Answers {
  let left = deaths;
  return (method, _, node) => {
    if (method !== 'help' || left === 0) return result(method);
    left--;
    node.kill();
    return timedOut;
  };
}

async function asked(answers: Answers, startNodes = true): Promise<{ readonly node: AskedNode; readonly target: FakeTarget }> {
  const target = new FakeTarget(answers, startNodes);
  return { node: new AskedNode(await target.start('default'), startNodes ? () => target.start('default') : undefined), target };
}

const help = (node: AskedNode, what = 'help'): Promise<unknown> => node.ask(what, 'getthing', (ask) => ask('help', []));

test('questions that cost a node are asked again of another one, and the loss is noted', async () => {
  const { node, target } = await asked(mortal(1));
  expect(await help(node)).toMatchObject({ result: 'help' });
  expect(node.lost).toEqual([
    {
      during: 'help',
      method: 'getthing',
      message: 'the node ended (signal SIGKILL) while help was in flight; its last lines: out of memory',
    },
  ]);
  expect(node.node).toBe(target.nodes[1]);
  expect(target.nodes.map(({ stopped }) => stopped)).toEqual([1, 0]);
});

test('questions that cost two nodes have no answer; others are answered by a third one', async () => {
  const { node, target } = await asked(mortal(2));
  expect(await help(node)).toBeUndefined();
  expect(await node.ask('uptime', null, (ask) => ask('uptime', []))).toMatchObject({ result: 'uptime' });
  expect([node.lost.length, target.nodes.length]).toEqual([2, 3]);
});

test('too many losses end the questions, as does the loss of the only node', async () => {
  const { node } = await asked(mortal(100));
  for (const what of ['a', 'b']) expect(await help(node, what)).toBeUndefined();
  await expect(help(node, 'c')).rejects.toThrow(/^6 nodes were lost before a case was run; the last in c: the node ended/);
  const remote = await asked(mortal(1), false);
  await expect(help(remote.node)).rejects.toThrow(/^help: the node ended \(signal SIGKILL\)/);
});

test('a node that lives and leaves a question unanswered is asked twice, and not replaced', async () => {
  const { node, target } = await asked((method) => (method === 'help' ? timedOut : result(method)));
  await expect(help(node)).rejects.toThrow('the node did not answer help: no answer came; pyx fuzz finds such calls');
  expect(target.nodes.map(({ called }) => called.filter(({ method }) => method === 'help').length)).toEqual([2]);
  expect(node.lost).toEqual([]);
});
