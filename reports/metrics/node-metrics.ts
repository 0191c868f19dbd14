import type { OnUsage } from '../../load/run/usage-sampler.ts';
import type { Registry } from './registry.ts';

/** CPU time and memory of nodes. Those of two sides of a comparison have the same names: `prefix` tells them apart. */
export class NodeMetrics {
  readonly #cpu;
  readonly #memory;

  constructor(registry: Registry) {
    this.#cpu = registry.counter({
      name: 'pyx.node.cpu.time',
      help: 'CPU time of a node since it was started, user and system.',
      unit: 's',
      labels: ['node'],
    });
    this.#memory = registry.gauge({ name: 'pyx.node.memory.usage', help: 'Resident memory of a node.', unit: 'By', labels: ['node'] });
  }

  onUsage(prefix = ''): OnUsage {
    return (name, { cpuMs, memoryBytes }) => {
      const node = `${prefix}${name}`;
      this.#cpu.at({ node }).value = cpuMs / 1_000;
      this.#memory.at({ node }).value = memoryBytes;
    };
  }
}
