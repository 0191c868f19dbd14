import { cpus, loadavg, platform, release, totalmem, arch } from 'node:os';
import type { Machine } from './results.ts';

/** This machine, as results name it. */
export function thisMachine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    os: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    // Windows has no load average, and gives zeros.
    ...(platform() !== 'win32' && { loadBefore: loadavg()[0] ?? 0 }),
  };
}
