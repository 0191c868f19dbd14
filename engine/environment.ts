import { arch, cpus, platform, release, totalmem } from 'node:os';

/** The machine that Pyx runs on. */
export interface Environment {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly os: string;
  /** Version of Node.js. */
  readonly node: string;
}

/** This machine, as reports name it. */
export function thisEnvironment(): Environment {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    os: `${platform()} ${release()} ${arch()}`,
    node: process.version,
  };
}
