import { join } from 'node:path';
import { Secrets } from '../client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { assertWithinBounds } from '../load/run/bounds.ts';
import { runLoad } from '../load/run/run-load.ts';
import { withOverrides } from '../load/scenario/override.ts';
import { listScenarios, readScenario, scenarioOfMethod } from '../load/scenario/read-scenario.ts';
import type { Scenario } from '../load/scenario/types.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import { printLoadReport } from '../reports/load/terminal.ts';
import { loadVerdict } from '../reports/load/verdict.ts';
import { writeLoadReports } from '../reports/load/write-load-reports.ts';
import { printJson, printLine } from '../reports/print.ts';
import { specification } from '../specs/model/specification.ts';
import { INTERRUPTED, catchInterruption, InterruptedError } from './interruption.ts';
import { announceLoad } from './announce-load.ts';
import type { LoadFlags } from './load-options.ts';
import { maskedError } from './masked-error.ts';
import { parsedNames } from './parsed-names.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { writableFolder } from './writable-folder.ts';

/** `pyx load`: puts a scenario on a node, measures, writes, prints. Returns the exit code. */
export async function loadCommand(name: string | undefined, flags: LoadFlags): Promise<number> {
  if (flags.list === true) {
    printScenarios(flags.json === true);
    return 0;
  }
  const scenario = withOverrides(scenarioOf(name, flags.method), {
    ratePerS: flags.rate,
    connections: flags.connections,
    durationMs: flags.duration,
    warmUpMs: flags.warmUp,
    timeoutMs: flags.timeout,
    thresholds: flags.threshold,
  });
  const { repeat = 1 } = flags;
  if (repeat > 1 && flags.saturate === true)
    throw new UsageError('--repeat and --saturate exclude each other', { remedy: 'a search repeats its measurements by itself' });
  const names = parsedNames(flags.names);
  const secrets = new Secrets();
  const target = await openTarget(flags.target, {
    env: process.env,
    secrets,
    ...(flags.cookie !== undefined && { cookieFile: flags.cookie }),
    ...(flags.conf !== undefined && { confFile: flags.conf }),
  });
  if (flags.unbounded !== true)
    assertWithinBounds({ ...scenario, durationMs: repeat * scenario.durationMs }, target, flags.saturate === true);
  const outDir = writableFolder(flags.out ?? join('pyx-out', new Date().toISOString().replace(/[:.]/g, '-')));
  const interruption = catchInterruption('stopping; the figures so far are reported');
  const { signal } = interruption;
  let opened = false;
  // Do not wait for a node that is still starting.
  signal.addEventListener('abort', () => {
    if (!opened) void target.close().catch(() => undefined); // closed again below, where an error is reported
  });
  const live = new LiveLine({ stream: process.stderr });
  try {
    const results = await runLoad({
      pyx: version,
      specification,
      target,
      scenario,
      targetFile: flags.targetFile,
      names,
      secrets,
      seed: flags.seed ?? Math.floor(Math.random() * 2 ** 31),
      readOnly: flags.readOnly === true,
      transactions: flags.transactions,
      repeat,
      manyClients: target.kind !== 'remote' || flags.unbounded === true,
      saturate: flags.saturate === true ? { maxRatePerS: flags.maxRate } : undefined,
      signal,
      onOpened: (load) => {
        opened = true;
        for (const line of announceLoad(load, scenario, target, repeat)) printLine(process.stderr, secrets.mask(line));
      },
      onProgress: (what, done, total) => live.progress(what, done, total),
      onPhase: (phase, durationMs) => live.phase(phase, durationMs),
      onSecond: (second) => live.second(second),
      onStep: (step) => live.step(step),
    });
    live.close();
    if (signal.aborted && results.totals.sent === 0) throw new InterruptedError('interrupted before the load began');
    const summary = process.env['GITHUB_STEP_SUMMARY'];
    writeLoadReports(results, outDir, summary ? { githubStepSummary: summary } : {});
    if (flags.json === true)
      printJson(process.stdout, { ...loadVerdict(results), out: outDir, rate: results.rate, thresholds: results.thresholds });
    else printLoadReport(results, { stream: process.stdout, outDir });
    return signal.aborted ? INTERRUPTED : loadVerdict(results).code;
  } catch (error) {
    if (signal.aborted) throw new InterruptedError('interrupted before the load began');
    throw maskedError(error, secrets);
  } finally {
    live.close();
    await target.close();
    interruption.release();
  }
}

function scenarioOf(name: string | undefined, method: string | undefined): Scenario {
  if (name !== undefined && method !== undefined)
    throw new UsageError('a scenario and --method exclude each other', { remedy: 'give one of them' });
  if (method !== undefined) return scenarioOfMethod(method, specification);
  if (name === undefined)
    throw new UsageError('no scenario is given', { remedy: 'name one (pyx load --list), a file, or a method by --method' });
  return readScenario(name, specification);
}

function printScenarios(json: boolean): void {
  const scenarios = listScenarios(specification);
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  for (const scenario of scenarios) {
    if (json) printJson(process.stdout, scenario);
    else printLine(process.stdout, `${scenario.name.padEnd(width)}  ${scenario.summary}`);
  }
}
