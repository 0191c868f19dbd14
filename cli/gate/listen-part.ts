import { defined } from '../../specs/model/defined.ts';
import { listenCommand } from '../listen-command.ts';
import { performPart } from '../perform.ts';
import type { PlannedPart } from './gate-part.ts';
import type { ListenPolicy, ReadPolicy } from './read-policy.ts';
import { targetSettings } from './target-settings.ts';

/** A command of a policy, to whose calls Pyx listens. `number` distinguishes it from the others. */
export function listenPart(read: ReadPolicy, { command, port = 0 }: ListenPolicy, number: number): PlannedPart {
  const { policy, further, standard, plugins } = read;
  const { failOn, inconclusive, reports } = policy;
  const settings = {
    ...targetSettings(read),
    command,
    port,
    quiet: true,
    further,
    plugin: plugins,
    ...defined({ failOn, inconclusive, reports, standard }),
  };
  return {
    name: `listen to ${command.join(' ')}`,
    folder: number === 1 ? 'listen' : `listen-${number}`,
    perform: async (out, { signal, quiet }) => (await performPart(listenCommand, { ...settings, out }, signal, { quiet })).verdict,
  };
}
