import { expect } from 'vitest';
import type { Attacked } from './attack.ts';

/** What must hold however a command ends: it says why in words, shows no secret, and leaves no node, guard or folder. */
export function expectOrderly({ stdout, stderr, nodes, leaks, folders, processes }: Attacked): void {
  expect(stdout + stderr).not.toMatch(/internal error|\n {4}at /);
  for (const secret of nodes.flatMap((node) => node.secrets)) expect(stdout + stderr).not.toContain(secret);
  expect({ leaks, folders, processes }).toEqual({ leaks: [], folders: [], processes: [] });
}
