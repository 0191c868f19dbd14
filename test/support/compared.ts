import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DiffResults } from '../../reports/diff/results.ts';
import { inFolder, pyx } from './pyx.ts';

/** coind is the second: `diff.json` shows the values in this order. */
export const COMPARED = ['process:litecoind', 'embedded'];
const KNOWN = join(import.meta.dirname, '../../suites/diff/known/coind-litecoind-0.21.yaml');

export interface Compared {
  readonly code: number | null;
  readonly report: DiffResults & { readonly exitCode: number };
}

/** Runs `pyx diff`. */
export function diff(nodes: readonly string[], args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Compared> {
  return inFolder(async (out) => {
    const { code, stdout, stderr } = await pyx(['diff', ...nodes, '--json', '--out', out, ...args], { env });
    expect(stdout, stderr).not.toBe('');
    for (const file of ['index.html', 'summary.md', 'diff.json']) expect(existsSync(join(out, file)), file).toBe(true);
    return { code, report: JSON.parse(stdout) as Compared['report'] };
  });
}

/** Expects that coind and litecoind answer the calls about the methods of a family alike, but for differences with a reason. */
export async function expectAlike(family: string): Promise<void> {
  const { code, report } = await diff(COMPARED, ['--suite', 'methods', '--family', family, '--seed', '21', '--known', KNOWN]);
  expect(report.disagreements.filter(({ reason }) => reason === undefined)).toEqual([]);
  expect(report.stale).toEqual([]);
  expect(code).toBe(0);
  expect(report.compared).toBeGreaterThan(300);
  expect(report.alike / report.compared).toBeGreaterThanOrEqual(0.97);
}
