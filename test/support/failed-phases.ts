import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { attacked } from './attack.ts';
import { expectOrderly } from './expect-orderly.ts';
import { COMMANDS, PHASES, type Phase } from './hazard-commands.ts';

const UNWRITABLE = 'its results cannot be written';
/** A failure that is planted into a phase of a command. */
export type PlantedIn = Phase | typeof UNWRITABLE;

/**
 * Makes a test of each command and phase, of those that are chosen for a command. Each command starts its nodes here, so that these
 * must be gone at its end.
 */
export function failedPhases(
  choose: (command: string, phases: readonly PlantedIn[]) => readonly PlantedIn[] = (_, phases) => phases,
): void {
  const all = [...(Object.keys(PHASES) as Phase[]), UNWRITABLE] as const;
  const chosen = COMMANDS.map((command) => ({ ...command, phases: choose(command.name, all) }));
  describe.concurrent.each(chosen)('pyx $name ends, and its nodes and folders are gone, when', ({ phases, ...command }) => {
    test.each(phases.filter((phase) => phase !== UNWRITABLE))('%s', async (phase) => {
      const happened = await attacked(command, { ...PHASES[phase], starts: true });
      expect(happened.signal, happened.stderr).toBeNull();
      expect(happened.nodes.some((node) => node.happened)).toBe(true);
      expect([command.codes[phase]].flat(), happened.stderr).toContain(happened.code);
      expectOrderly(happened);
    });

    test.each(phases.filter((phase) => phase === UNWRITABLE))('%s', async () => {
      const happened = await attacked(command, {
        starts: true,
        act: (_, { out }) => {
          rmSync(out, { recursive: true });
          writeFileSync(out, 'a file');
        },
      });
      expect([happened.code, happened.signal], happened.stderr).toEqual([2, null]);
      expect(happened.stderr).toMatch(/can no longer be written|no such file/);
      expectOrderly(happened);
    });
  });
}
