import { expect, test } from 'vitest';
import type { Client } from '../../../client/types.ts';
import { NodeCallError, type NodeCall } from '../../node-call.ts';
import { NodeEndedError } from '../errors.ts';
import type { TpsNode } from '../network/types.ts';
import { AffectedNodes, patientNode, watchEnd } from './affected-nodes.ts';

const failure = new NodeCallError({ address: 'http://127.0.0.1:1' } as Client, 'getblockcount', 'refused');

/** A node that answers each call by the next of these. */
function nodeThat(...answers: readonly (() => unknown)[]): TpsNode & { calls: number } {
  const node = {
    name: 'a',
    calls: 0,
    call: (async () => answers[node.calls++]!()) as unknown as NodeCall,
    node: { ended: new Promise<string>(() => undefined) },
    peerAddress: '127.0.0.1:2',
  };
  return node as unknown as TpsNode & { calls: number };
}

const fails = (): never => {
  throw failure;
};

test('a call waits for a node that is down', async () => {
  const affected = new AffectedNodes();
  const node = nodeThat(() => 7);
  affected.begin('a');
  const answer = patientNode(node, affected).call('getblockcount');
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(node.calls).toBe(0);
  affected.end('a');
  expect(await answer).toBe(7);
});

test('a call that a fault has broken is made again, one that fails by itself is not', async () => {
  const affected = new AffectedNodes();
  const broken = nodeThat(
    () => {
      affected.begin('a');
      setTimeout(() => affected.end('a'), 5);
      fails();
    },
    () => 7,
  );
  expect(await patientNode(broken, affected).call('getblockcount')).toBe(7);
  await expect(patientNode(nodeThat(fails), affected).call('getblockcount')).rejects.toBe(failure);
});

test('the end of a node is noticed unless it was planned', async () => {
  const ended = new AbortController();
  const affected = new AffectedNodes();
  const endsWith = (how: string): TpsNode => ({ ...nodeThat(), node: { ended: Promise.resolve(how) } }) as unknown as TpsNode;
  affected.begin('a');
  watchEnd(endsWith('signal SIGKILL'), affected, ended);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(ended.signal.aborted).toBe(false);
  affected.end('a');
  watchEnd(endsWith('exit code 1'), affected, ended);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(ended.signal.reason).toEqual(new NodeEndedError('a', 'exit code 1'));
});
