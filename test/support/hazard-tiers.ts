import { drawnOf } from './drawn.ts';
import type { PlantedIn } from './failed-phases.ts';
import type { Column } from './hazard-tests.ts';

/**
 * Cells that are only for the long tier, by column: commands that do there what others in the normal tier do with the same code.
 * Fuzzing shortens what it finds, for minutes.
 */
const LONG: { readonly [cell in Column | PlantedIn]?: readonly string[] } = {
  dies: ['fuzz'],
  'huge-numbers': ['fuzz', 'drift', 'tps', 'selfcheck'],
  'other-id': ['fuzz', 'drift', 'diff', 'tps', 'gate', 'selfcheck'],
  'answers-twice': ['fuzz', 'drift', 'diff', 'tps', 'gate', 'selfcheck'],
  SIGINT: ['fuzz', 'drift', 'diff', 'load', 'tps', 'tps --via sendrawtransaction', 'provision', 'gate'],
  SIGKILL: ['fuzz', 'drift', 'diff', 'tps --via sendrawtransaction', 'provision', 'gate', 'selfcheck'],
  'each node dies when its world is made': ['fuzz', 'drift', 'diff', 'load', 'tps --via sendrawtransaction', 'provision', 'gate'],
  'each node dies in the middle': ['fuzz', 'drift', 'diff', 'load', 'tps --via sendrawtransaction', 'provision', 'gate'],
  'no node ends when it is stopped': ['fuzz', 'drift', 'diff', 'load', 'tps --via sendrawtransaction', 'provision', 'selfcheck'],
  'its results cannot be written': ['fuzz', 'drift', 'diff', 'load', 'tps', 'tps --via sendrawtransaction', 'selfcheck'],
};

/** The part of the cells of a command that is drawn for a run of the normal tier; all of them are tried in the long one. */
const DRAWN = 1 / 3;

/** Draws cells of a command. */
export function drawnCells<Cell extends Column | PlantedIn>(command: string, cells: readonly Cell[]): Cell[] {
  const short = cells.filter((cell) => LONG[cell]?.includes(command) !== true);
  return drawnOf(`cells of ${command}`, short, Math.ceil(short.length * DRAWN));
}
