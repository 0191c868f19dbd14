import type { Registry } from './registry.ts';

/** What every command reports of itself: its version, and what this process uses. */
export function addOwnMetrics(registry: Registry, version: string): void {
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
}
