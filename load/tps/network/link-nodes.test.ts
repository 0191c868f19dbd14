import { expect, test } from 'vitest';
import type { Target } from '../../../fixtures/targets/types.ts';
import { topologyOfShape } from '../../topology/of-shape.ts';
import { TpsError } from '../errors.ts';
import { assertLinkable } from './link-nodes.ts';

const topology = topologyOfShape({ shape: 'ring', senders: 2, receivers: 18, seed: 1 });
const target = (sharedLoopback: boolean): Target => ({ name: 'container:coind', capabilities: { sharedLoopback } }) as Target;

test('nodes that do not reach the loopback of this machine are not relayed', () => {
  expect(() => assertLinkable({ topology, isRelayed: true, target: target(false) }, 1e12)).toThrow(/the relays listen on the loopback/);
  expect(() => assertLinkable({ topology, isRelayed: false, target: target(false) }, 1e12)).not.toThrow();
  expect(() => assertLinkable({ topology, isRelayed: true, target: target(true) }, 1e12)).not.toThrow();
});

test('more nodes than memory can hold are refused, with the number that it can', () => {
  const small = (): void => assertLinkable({ topology, isRelayed: true, target: target(true) }, 1e9);
  expect(small).toThrow(TpsError);
  expect(small).toThrow('20 nodes need about 3.0 GB of memory, and 1.0 GB are free');
  expect(small).toThrow(expect.objectContaining({ remedy: 'give at most 6 nodes' }) as Error);
});
