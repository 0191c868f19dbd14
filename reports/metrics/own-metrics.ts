import type { Amount, Instrument, Registry } from './registry.ts';

/** What is counted by those who deliver the figures. */
export interface OwnMetrics {
  readonly undelivered: Instrument<'to', Amount>;
}

/** What every command reports of itself: its version, and what this process uses. */
export function addOwnMetrics(registry: Registry, version: string): OwnMetrics {
  const build = registry.gauge({
    name: 'pyx.build_info',
    help: 'Always 1: the version of Pyx.',
    unit: '{build}',
    labels: ['version'],
  });
  build.at({ version }).value = 1;
  const cpu = registry.counter({ name: 'pyx.process.cpu.time', help: 'CPU time of Pyx itself, user and system.', unit: 's', labels: [] });
  const memory = registry.gauge({ name: 'pyx.process.memory.usage', help: 'Resident memory of Pyx itself.', unit: 'By', labels: [] });
  registry.onRead(() => {
    const { user, system } = process.cpuUsage();
    cpu.at({}).value = (user + system) / 1e6;
    memory.at({}).value = process.memoryUsage.rss();
  });
  const undelivered = registry.counter({
    name: 'pyx.metrics.undelivered',
    help: 'Deliveries of metrics that failed.',
    unit: '{delivery}',
    labels: ['to'],
  });
  return { undelivered };
}
