import { assertSomeCase } from '../cli/assert-some-case.ts';
import { chosenStandard } from '../cli/chosen-standard.ts';
import type { OutputFlags } from '../cli/common-options.ts';
import { defaultJobs } from '../cli/default-jobs.ts';
import { diffCommand, type DiffSettings } from '../cli/diff-command.ts';
import { driftCommand, type DriftFlags } from '../cli/drift-command.ts';
import { fuzzCommand, type FuzzFlags } from '../cli/fuzz-command.ts';
import { gateCommand, type GateFlags } from '../cli/gate-command.ts';
import { learnTargetFile, type LearnRequest, type LearnResults } from '../cli/learn-target-file.ts';
import type { LoadSettings } from '../cli/load-settings.ts';
import { matrixCommand, type MatrixSettings } from '../cli/matrix-command.ts';
import { measureCommand } from '../cli/measure-command.ts';
import { loadNamedPlugins, type PluginFlags } from '../cli/named-plugins.ts';
import { newSeed } from '../cli/new-seed.ts';
import { performPart, type Command, type Performed } from '../cli/perform.ts';
import { provisionCommand, type ProvisionRequest } from '../cli/provision-command.ts';
import { planOf, type RunFlags } from '../cli/run-command.ts';
import { selfcheckCommand, type SelfcheckFlags } from '../cli/selfcheck-command.ts';
import { TPS_DEFAULTS } from '../cli/tps-defaults.ts';
import { tpsCommand, type TpsFlags } from '../cli/tps-command.ts';
import { trialCommand } from '../cli/trial-command.ts';
import type { ProvisionResults } from '../provision/results.ts';
import type { DiffResults } from '../reports/diff/results.ts';
import type { Digest } from '../reports/digest.ts';
import type { DriftResults } from '../reports/drift/results.ts';
import type { FuzzResults } from '../reports/fuzz/results.ts';
import type { LoadVerdict } from '../reports/load/verdict.ts';
import type { GateResults } from '../reports/gate/results.ts';
import type { MatrixResults } from '../reports/matrix/results.ts';
import type { SelfcheckVerdict } from '../reports/selfcheck/verdict.ts';
import type { Verdict } from '../reports/verdict.ts';
import type { SelfcheckResults } from '../engine/selfcheck-results.ts';
import type { LoadResults } from '../load/results.ts';
import type { TpsResults } from '../load/tps/results.ts';

/** Of each command as a function. */
export interface Calling {
  /** Interrupts it, as Ctrl-C does. */
  readonly signal?: AbortSignal;
  /** Nothing is printed on standard error. Default: the progress is, as by the command. */
  readonly quiet?: boolean;
}

/** The options of a command, by the names of the command line in camel case, and with its defaults. Durations are in milliseconds. */
export type Options<Flags, Needed extends keyof Flags = never> = Partial<Omit<Flags, 'json' | Needed>> &
  Pick<Flags, Needed> &
  Pick<PluginFlags, 'plugin'> &
  Calling;

const EMBEDDED = { target: 'embedded' } as const;

/** Without a signal nothing interrupts a command: Ctrl-C is for the program that calls it. */
const called = ({ signal = new AbortController().signal, quiet = false }: Calling): Required<Calling> => ({ signal, quiet });

/** Loads the plug-ins of a command and performs it. Nothing is printed on standard output. */
async function performed<Settings extends OutputFlags, Results, V extends Verdict>(
  command: Command<Settings, Results, V>,
  settings: Settings & PluginFlags,
  calling: Calling,
): Promise<Performed<Results, V>> {
  await loadNamedPlugins(settings);
  return performedLoaded(command, settings, calling);
}

/** Performs a command whose plug-ins are loaded. */
function performedLoaded<Settings extends OutputFlags, Results, V extends Verdict>(
  command: Command<Settings, Results, V>,
  settings: Settings,
  calling: Calling,
): Promise<Performed<Results, V>> {
  const { signal, quiet } = called(calling);
  return performPart(command, settings, signal, { quiet });
}

/** Options of the command `pyx run` that are about its terminal, or make several runs. */
type OfTerminal = 'list' | 'seeds' | 'watch' | 'failed' | 'acceptBaseline' | 'selfcheck';

/** `pyx run`, with one seed: writes the reports to `out`. */
export async function run(options: Options<Omit<RunFlags, OfTerminal>> = {}): Promise<Performed<Digest, Verdict>> {
  const { signal: _, quiet: __, ...flags } = options;
  await loadNamedPlugins(flags);
  const chosen = chosenStandard(flags.standard);
  const settings = { ...EMBEDDED, ...flags };
  const planned = planOf(settings, chosen);
  assertSomeCase(planned);
  return performedLoaded(trialCommand, { ...settings, chosen, planned, seed: flags.seed ?? newSeed() }, options);
}

/** `pyx fuzz`; findings are kept only in a `corpus` that is named. */
export const fuzz = (options: Options<FuzzFlags> = {}): Promise<Performed<FuzzResults, Verdict>> =>
  performed(fuzzCommand, { ...EMBEDDED, jobs: 1, corpus: false, ...options }, options);

/** `pyx drift`; `learn` is a function of its own, and what is found is accepted on the command line. */
export const drift = (options: Options<Omit<DriftFlags, 'learn' | 'accept'>> = {}): Promise<Performed<DriftResults, Verdict>> =>
  performed(driftCommand, { ...EMBEDDED, seed: 1, failOn: 'any', jobs: defaultJobs(), ...options }, options);

/** `pyx diff A B` */
export const diff = (options: Options<DiffSettings, 'a' | 'b'>): Promise<Performed<DiffResults, Verdict>> =>
  performed(diffCommand, options, options);

/** `pyx matrix`: the results of runs side by side. */
export const matrix = (options: Options<MatrixSettings, 'columns'>): Promise<Performed<MatrixResults, Verdict>> =>
  performed(matrixCommand, options, options);

/** `pyx load`; name a `scenario` or a `method`. */
export const load = (options: Options<LoadSettings> = {}): Promise<Performed<LoadResults, LoadVerdict>> =>
  performed(measureCommand, { ...EMBEDDED, engine: 'pyx', ...options }, options);

/** `pyx tps` */
export const tps = (options: Options<TpsFlags> = {}): Promise<Performed<TpsResults, Verdict>> =>
  performed(tpsCommand, { ...EMBEDDED, ...TPS_DEFAULTS, ...options }, options);

/** `pyx selfcheck` */
export const selfcheck = (options: Options<SelfcheckFlags> = {}): Promise<Performed<SelfcheckResults, SelfcheckVerdict>> =>
  performed(selfcheckCommand, { ...EMBEDDED, ...options }, options);

/** `pyx gate`, whose policy names the plug-ins. */
export const gate = (options: Omit<Options<GateFlags>, 'plugin'> = {}): Promise<Performed<GateResults, Verdict>> =>
  performed(gateCommand, options, options);

/** `pyx provision`, without `--keep`: the node and the registry page end with it. `onStep` is called with each step as it is made. */
export const provision = (options: Options<Omit<ProvisionRequest, 'keep'>> = {}): Promise<Performed<ProvisionResults, Verdict>> =>
  performed(provisionCommand, { ...EMBEDDED, ...options, keep: false }, options);

/** `pyx drift --learn FILE`: writes the target file `file`, and no reports. */
export async function learn(options: Options<LearnRequest, 'file'>): Promise<LearnResults> {
  const request = { ...EMBEDDED, seed: 1, ...options };
  await loadNamedPlugins(request);
  return learnTargetFile(request, called(options));
}
