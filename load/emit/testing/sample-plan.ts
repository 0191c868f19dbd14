import { parseTopology } from '../../topology/read-topology.ts';
import type { EmitPlan } from '../plan.ts';

/** Five nodes in a line; three links are shaped: one the same both ways, one with two bandwidths, one with its delay in fractions. */
export const samplePlan = (changes: Partial<EmitPlan> = {}): EmitPlan => ({
  topology: parseTopology(
    `
name: a line
nodes: [{ role: sender, region: east }, { role: sender }, { role: receiver, region: west, count: 3 }]
shape: line
links:
  - { between: [sender-1, sender-2], latency: 40ms, jitter: 10ms }
  - { between: [sender-2, receiver-1], latency: 5ms, bandwidth: { forward: 20mbit, back: 1.5mbit } }
  - { between: [receiver-1, receiver-2], latency: 0.5ms, bandwidth: 1gbit, breaks: { every: 30s, for: 2s } }
`,
    'line.yaml',
    1,
  ),
  image: 'registry.example.com/our-node:1.2',
  pyxImage: 'pyx:1',
  via: 'tpstestadd',
  pool: { transactions: 500, vbytes: 55_000 },
  faults: [],
  measurement: ['--transactions', '500', '--seed', '7'],
  ...changes,
});
