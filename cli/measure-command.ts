import { COMPARE_DEFAULTS, compareLoads } from '../load/compare/compare.ts';
import { withComparison } from '../load/compare/with-comparison.ts';
import { runK6Load } from '../load/k6/run-k6-load.ts';
import { findK6 } from '../load/k6/find-k6.ts';
import { thisMachine } from '../load/machine.ts';
import type { LoadResults } from '../load/results.ts';
import { assertWithinBounds } from '../load/run/bounds.ts';
import { runBeside } from '../load/run/run-beside.ts';
import { runLoad, type LoadOptions } from '../load/run/run-load.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { withOverrides } from '../load/scenario/override.ts';
import { readScenario, scenarioOfMethod } from '../load/scenario/read-scenario.ts';
import { shardOf } from '../load/scenario/shard.ts';
import type { Scenario } from '../load/scenario/types.ts';
import { loadDocuments } from '../reports/load/documents.ts';
import { LoadLive } from '../reports/live/load-live.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import type { Specification } from '../specs/model/spec.ts';
import { loadVerdict, type LoadVerdict } from '../reports/load/verdict.ts';
import { announceLoad } from './announce-load.ts';
import { chosenStandard } from './chosen-standard.ts';
import type { Context } from './context.ts';
import { InterruptedError } from './interruption.ts';
import { loadWatches } from './load-watch.ts';
import { loadFaults } from './load-faults.ts';
import { assertTogether, DEFAULT_PAIRS, type LoadSettings } from './load-settings.ts';
import { newSeed } from './new-seed.ts';
import type { Command } from './perform.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** `pyx load`: puts a scenario on a node, and measures. */
export const measureCommand: Command<LoadSettings, LoadResults, LoadVerdict> = {
  stopping: 'stopping; the figures so far are reported',
  interrupted: 'interrupted before the load began',
  verdict: loadVerdict,
  documents: loadDocuments,
  live: 'load',
  run: async (settings, context, write) => {
    assertTogether(settings);
    // Before a node is started.
    const k6 = settings.engine === 'k6' ? await findK6(process.env) : undefined;
    const live = new LiveLine({ stream: context.stderr });
    context.onClose(() => live.close());
    const watches = loadWatches(settings.csv, context);
    const { options: common, beside, page } = await loadOptions(settings, context, live);
    const options: LoadOptions = {
      ...common,
      onPhase: (phase, durationMs) => {
        common.onPhase(phase, durationMs);
        watches.onPhase(phase);
      },
      watch: watches.of('target', page.usage),
    };
    if (beside) {
      const { instances, tolerance = COMPARE_DEFAULTS.tolerance, confidence = COMPARE_DEFAULTS.confidence } = settings;
      const repeat = options.repeat ?? DEFAULT_PAIRS;
      const both = await runBeside({
        ...options,
        beside,
        repeat,
        instances,
        manyClientsBeside: hasManyClients(beside, settings),
        watchBeside: watches.of('beside', page.usage),
      });
      live.close();
      write(both.beside, 'beside');
      // Also where they cannot be compared.
      write(both.target);
      return { results: withComparison(both.beside, both.target, { ...COMPARE_DEFAULTS, tolerance, confidence }) };
    }
    const results = await (k6 === undefined ? runLoad(options) : runK6Load(k6, options));
    live.close();
    if (context.signal.aborted && results.totals.sent === 0) throw new InterruptedError('interrupted before the load began');
    const { baseline } = settings;
    if (!baseline || !results.complete) return { results };
    return { results: { ...results, baseline: compareLoads(baseline.results, results, baseline.options) } };
  },
};

/** Opens the targets of a load, which must be within the bounds for them. Throws `UsageError` and what `openTarget` throws. */
export async function loadOptions(
  settings: LoadSettings,
  context: Context,
  live: LiveLine,
): Promise<{ readonly options: LoadOptions; readonly beside: Target | undefined; readonly page: LoadLive }> {
  const { shard, names, targetFile, transactions } = settings;
  const { specification, notes } = chosenStandard(settings.standard);
  for (const note of notes) context.note(note);
  const whole = scenarioOf(settings, specification);
  const repeat = settings.repeat ?? (settings.beside === undefined ? 1 : DEFAULT_PAIRS);
  const scenario = shard ? shardOf(whole, shard) : whole;
  const target = await context.openTarget(settings.target, settings, { newProcesses: true });
  const beside = settings.beside === undefined ? undefined : await context.openTarget(settings.beside, settings, { newProcesses: true });
  if (settings.unbounded !== true)
    for (const side of beside ? [target, beside] : [target])
      assertWithinBounds({ ...scenario, durationMs: repeat * scenario.durationMs }, side, settings.saturate === true);
  if (shard && target.capabilities.startNodes)
    throw new UsageError('the shards of a load share one node', { remedy: 'give its URL by --target' });
  const faults = loadFaults(settings.fault, target, scenario);
  const { secrets, signal } = context;
  const page = context.show(
    new LoadLive({
      model: scenario.model.type === 'open' || settings.saturate === true ? 'open' : 'closed',
      thresholds: scenario.thresholds,
      cores: thisMachine().cores,
      isBeside: beside !== undefined,
    }),
  );
  const options: LoadOptions = {
    pyx: version,
    specification,
    target,
    scenario,
    targetFile,
    names,
    secrets,
    // Shards draw different values.
    seed: (settings.seed ?? newSeed()) + (shard ? shard.index - 1 : 0),
    shard,
    faults,
    readOnly: settings.readOnly === true,
    transactions,
    repeat,
    manyClients: hasManyClients(target, settings),
    saturate: settings.saturate === true ? { maxRatePerS: settings.maxRate } : undefined,
    signal,
    onOpened: (load, on) => {
      for (const line of announceLoad(load, scenario, on, repeat)) context.note(line);
    },
    onProgress: (what, done, total) => {
      live.progress(what, done, total);
      page.progress(what, done, total);
    },
    onPhase: (phase, durationMs) => {
      live.phase(phase, durationMs);
      page.phase(phase, durationMs);
    },
    onSecond: (second) => {
      live.second(second);
      page.second(second);
    },
    onStep: (step, isWhole) => {
      live.step(step, isWhole);
      page.step(step, isWhole);
    },
  };
  return { options, beside, page };
}

const hasManyClients = ({ capabilities }: Target, { unbounded }: LoadSettings): boolean => capabilities.startNodes || unbounded === true;

/** The scenario of a load, with what its settings have in place of it. Throws `UsageError` and `ScenarioError`. */
export function scenarioOf(settings: LoadSettings, specification: Specification): Scenario {
  return withOverrides(namedScenario(settings.scenario, settings.method, specification), {
    ratePerS: settings.rate,
    connections: settings.connections,
    durationMs: settings.duration,
    warmUpMs: settings.warmUp,
    timeoutMs: settings.timeout,
    thresholds: settings.threshold,
  });
}

function namedScenario(name: string | undefined, method: string | undefined, specification: Specification): Scenario {
  if (name !== undefined && method !== undefined)
    throw new UsageError('a scenario and --method exclude each other', { remedy: 'give one of them' });
  if (method !== undefined) return scenarioOfMethod(method, specification);
  if (name === undefined)
    throw new UsageError('no scenario is given', { remedy: 'name one (pyx load --list), a file, or a method by --method' });
  return readScenario(name, specification);
}
