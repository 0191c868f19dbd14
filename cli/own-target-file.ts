import { resolve, sep } from 'node:path';
import { UsageError } from './usage-error.ts';

/** Throws `UsageError` for a target file of an installed package: what `option` writes there is lost with the next installation. */
export function assertOwnTargetFile(option: '--accept' | '--accept-baseline' | 'pyx accept', file: string): void {
  if (!resolve(file).split(sep).includes('node_modules')) return;
  throw new UsageError(`${option}: ${file} belongs to an installed package, which the next installation replaces`, {
    remedy: 'copy it with the files beside it that have its name, and name the copy',
  });
}
