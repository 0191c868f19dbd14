import type { Phase } from './hazard-commands.ts';
import type { Column } from './hazard-tests.ts';

/**
 * Cells of the table of hazards for the long tier, by column: commands that do there what others in the normal tier do with the same
 * code. Fuzzing shortens what it finds, for minutes.
 */
const LONG: { readonly [column in Column | Phase | 'its results cannot be written']?: readonly string[] } = {
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

export const isLong = (command: string, what: keyof typeof LONG): boolean => LONG[what]?.includes(command) === true;
