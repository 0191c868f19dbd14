/** How much is tried of each model. */
export interface ModelSettings {
  /** Number of random sequences of commands. */
  readonly runs: number;
  /** Maximum number of commands of a random sequence. */
  readonly commands: number;
  /** Whether each model runs its tour too. Default true. */
  readonly tour?: boolean;
}

/** Few, so that the models take a small share of a trial: each one also runs its tour through all of its rows. */
export const DEFAULT_SETTINGS: ModelSettings = { runs: 3, commands: 12 };

/** The options of `pyx run` for these settings; none for the default ones. */
export function settingsOptions({ runs, commands }: ModelSettings): string[] {
  return [
    ...(runs === DEFAULT_SETTINGS.runs ? [] : ['--runs', String(runs)]),
    ...(commands === DEFAULT_SETTINGS.commands ? [] : ['--commands', String(commands)]),
  ];
}
