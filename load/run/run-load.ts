import type { Secrets } from '../../client/mask.ts';
import type { RunningNode, Target } from '../../fixtures/targets/types.ts';
import type { Names } from '../../specs/model/names.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { generate } from '../generator/generate.ts';
import type { GeneratorFigures, SecondFigures } from '../generator/types.ts';
import { thisMachine } from '../machine.ts';
import { judgeResults } from '../judge-results.ts';
import { inSequence } from '../merge/in-sequence.ts';
import type { LoadResults, NodeUsage, SaturationResult, SaturationStep } from '../results.ts';
import { atRate, generatorModel, meanRatePerS } from '../scenario/arrivals.ts';
import type { Shard } from '../scenario/shard.ts';
import type { Scenario } from '../scenario/types.ts';
import { parseThreshold, requireTarget } from '../thresholds.ts';
import { acceptedDifferences } from './accepted-differences.ts';
import { AnswerChecks } from './answer-checks.ts';
import { afterMeasurement, beforeMeasurement } from './around-measurement.ts';
import { conditionsOf } from './conditions.ts';
import { loadCalls, type LoadCalls } from './load-calls.ts';
import { openLoad, type OpenedLoad } from './open-load.ts';
import { OtherWork } from './other-work.ts';
import { saturation, withSaturationThresholds } from './saturation.ts';
import { callTotals, errorResults, latencyFigures, methodResults, secondResults } from './to-results.ts';
import { UsageSampler } from './usage-sampler.ts';
import { warningsOf } from './warnings.ts';

export interface LoadOptions {
  readonly pyx: string;
  readonly specification: Specification;
  readonly target: Target;
  readonly scenario: Scenario;
  /** Name or path; `none` for none; undefined to choose one by the node's version. */
  readonly targetFile?: string | undefined;
  readonly names?: Names | undefined;
  readonly secrets: Secrets;
  readonly seed: number;
  readonly readOnly: boolean;
  /** Look for the highest arrival rate that meets the thresholds. */
  readonly saturate?: { readonly maxRatePerS?: number | undefined } | undefined;
  /** Which part of a load the scenario is, where several machines make it. */
  readonly shard?: Shard | undefined;
  /** So often the load is measured, each time after a warm-up. Default 1. */
  readonly repeat?: number | undefined;
  /** Signed transactions to prepare, where the scenario submits any; undefined: as many as it may need. */
  readonly transactions?: number | undefined;
  /** More calls may be in flight than there are connections: as from many clients. */
  readonly manyClients: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Before anything is written or sent: what was found, and what will be done. */
  readonly onOpened: (opened: OpenedLoad) => void;
  /** Preparation: what is done now, and how far it is. */
  readonly onProgress: (what: string, done: number, total: number) => void;
  /** A phase of the load begins. */
  readonly onPhase: (phase: string, durationMs: number) => void;
  readonly onSecond: (second: SecondFigures) => void;
  /** A rate was tried. */
  readonly onStep: (step: SaturationStep) => void;
}

/** Calls in flight at most in the open model: more than the work queue of a node holds, so that its refusals are seen. */
export const MAX_IN_FLIGHT = 512;

/** Puts a scenario on a node and measures what the node makes of it. Throws as `openLoad` and `loadCalls` do. */
export async function runLoad(options: LoadOptions): Promise<LoadResults> {
  const { specification, seed, signal, saturate, repeat = 1 } = options;
  // Now, as later its load average is that of this load.
  const machine = thisMachine();
  const scenario = saturate ? withSaturationThresholds(options.scenario) : options.scenario;
  // A threshold that cannot be read must not wait until the load is over.
  const thresholds = scenario.thresholds.map((text) => parseThreshold(text));
  if (!saturate && scenario.model.type === 'closed') requireTarget(thresholds);
  const opened = await openLoad(options);
  const { session } = opened;
  try {
    options.onOpened(opened);
    const calls = await loadCalls(opened, {
      specification,
      scenario,
      seed,
      signal,
      repeat,
      transactions: options.transactions,
      onProgress: options.onProgress,
    });
    const run = new LoadRun(options, opened, calls);
    let found: SaturationResult | undefined;
    let measured = scenario;
    if (saturate) {
      const measure = async (step: Scenario, phase: string): Promise<GeneratorFigures> => (await run.measure(step, phase)).figures;
      found = await saturation(scenario, measure, { ...saturate, onStep: options.onStep, signal });
      // The figures in full are those of the highest rate that was met.
      if (found.lowPerS > 0) measured = { ...scenario, model: atRate(scenario.model, found.lowPerS) };
    }
    const parts: [LoadResults, ...LoadResults[]] = [toResults(await run.measure(measured, repeat === 1 ? 'load' : `load 1 of ${repeat}`))];
    while (parts.length < repeat && parts.every(({ complete }) => complete))
      parts.push(toResults(await run.measure(measured, `load ${parts.length + 1} of ${repeat}`)));
    const all = inSequence(parts);
    return { ...all, warnings: warningsOf(all, measured) };

    function toResults({ figures, checks, usage, otherWork }: Measurement): LoadResults {
      const answers = checks.judge();
      const target = meanRatePerS(measured.model);
      const stopped = run.ended === undefined ? stoppedBy(figures, signal) : nodeEnded(session.node, run.ended);
      const totals = callTotals(figures, answers.wrong);
      const rate = { targetPerS: target, resultsPerS: figures.resultsInTime / (figures.durationMs / 1_000) };
      const latency = latencyFigures(figures.latency);
      return {
        ...conditionsOf(options, opened, measured, { ...machine, otherWork }),
        startedAt: figures.startedAt,
        durationMs: figures.durationMs,
        complete: stopped === undefined && figures.complete,
        ...(stopped !== undefined && { stopped }),
        engine: measured.model.type === 'closed' ? 'autocannon' : 'pyx',
        totals,
        rate,
        latency,
        service: latencyFigures(figures.service),
        methods: methodResults(figures),
        seconds: secondResults(figures),
        errors: errorResults(figures),
        thresholds: judgeResults(measured.thresholds, { durationMs: figures.durationMs, totals, latency, rate }),
        checkedAnswers: answers.checked,
        wrongAnswers: answers.answers,
        ...(found && { saturation: found }),
        ...(options.shard && { shard: options.shard }),
        generator: {
          cpuMs: figures.cpuMs,
          lateness: latencyFigures(figures.lateness),
          saturated: figures.saturated?.reason ?? null,
        },
        nodes: usage,
        warnings: [], // those of all measurements follow
      };
    }
  } finally {
    await session.close();
  }
}

interface Measurement {
  readonly figures: GeneratorFigures;
  readonly checks: AnswerChecks;
  /** What the node used, without the warm-up. */
  readonly usage: readonly NodeUsage[];
  /** Share of the machine that other programs used. */
  readonly otherWork: number;
}

/** Measures scenarios on one node, with the same calls. */
class LoadRun {
  readonly #options: LoadOptions;
  readonly #node: RunningNode;
  readonly #opened: OpenedLoad;
  readonly #calls: LoadCalls;
  readonly #over = new AbortController();
  /** How the node ended; undefined while it runs. */
  ended: string | undefined;
  #measured = 0;

  constructor(options: LoadOptions, opened: OpenedLoad, calls: LoadCalls) {
    this.#options = options;
    this.#node = opened.session.node;
    this.#opened = opened;
    this.#calls = calls;
    // A load on a node that has ended measures nothing.
    void this.#node.ended.then((how) => {
      this.ended = how;
      this.#over.abort();
    });
  }

  /** A warm-up that is not counted, then the load. */
  async measure(scenario: Scenario, phase: string): Promise<Measurement> {
    const { onPhase, onSecond, seed, signal, manyClients } = this.#options;
    const { session, targetFile } = this.#opened;
    const accepted = acceptedDifferences(targetFile, new Date().toISOString().slice(0, 10));
    const checks = new AnswerChecks(session.world.service, (call) => this.#calls.requestOf(call), accepted);
    const common = {
      address: this.#node.client.address,
      credentials: this.#node.credentials,
      source: this.#calls.source,
      connections: scenario.connections,
      // Arrivals at random differ from one measurement to the next.
      model: generatorModel(scenario.model, seed + this.#measured++),
      timeoutMs: scenario.timeoutMs,
      maxInFlight: manyClients ? Math.max(scenario.connections, MAX_IN_FLIGHT) : scenario.connections,
      signal: signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal,
    };
    await beforeMeasurement(session.world, scenario);
    if (scenario.warmUpMs > 0) {
      onPhase(`${phase}: warm-up`, scenario.warmUpMs);
      await generate({ ...common, model: warmUpModel(), durationMs: scenario.warmUpMs });
    }
    const sampler = await UsageSampler.start([this.#node]);
    const others = new OtherWork();
    onPhase(phase, scenario.durationMs);
    const figures = await generate({
      ...common,
      durationMs: scenario.durationMs,
      onSecond,
      sampleBodies: scenario.check,
      onBody: (sample, body) => checks.keep(sample, body),
    });
    const usage = await sampler.stop();
    const otherWork = others.share(usage.reduce((sum, { cpuMs }) => sum + cpuMs, 0));
    if (this.ended === undefined) await afterMeasurement(session.world, scenario);
    return { figures, checks, usage, otherWork };

    /** At the rate with which the load begins: ramps start from nothing. */
    function warmUpModel(): typeof common.model {
      const { model } = common;
      if (model.type === 'closed') return model;
      const rate = model.arrivals.stages[0]?.toRate ?? 1;
      return { type: 'open', arrivals: { ...model.arrivals, stages: [{ fromRate: rate, toRate: rate, durationMs: scenario.warmUpMs }] } };
    }
  }
}

function stoppedBy({ complete }: GeneratorFigures, signal: AbortSignal | undefined): string | undefined {
  if (signal?.aborted === true) return 'interrupted';
  return complete ? undefined : 'the load was ended early';
}

/** How the node ended, with its last line: `the node ended (signal SIGKILL); its last line: …`. */
function nodeEnded(node: RunningNode, how: string): string {
  const last = node.lastLines().at(-1);
  return `the node ended (${how})${last === undefined ? '' : `; its last line: ${last}`}`;
}
