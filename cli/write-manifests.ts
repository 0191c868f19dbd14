import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from '../load/manifest.ts';
import { printLine } from '../reports/print.ts';

/** Writes manifests to a folder, and prints their paths. */
export function writeManifests(manifests: readonly Manifest[], folder: string): void {
  for (const { file, content } of manifests) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    printLine(process.stdout, path);
  }
}
