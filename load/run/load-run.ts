import { generate } from '../generator/generate.ts';
import type { CallWatch, GeneratorFigures, GeneratorOptions, SecondFigures } from '../generator/types.ts';
import { followLog } from '../../engine/followed-log.ts';
import { AcceptedResults } from '../../engine/accepted-results.ts';
import type { RunningNode, Target } from '../../fixtures/targets/types.ts';
import { within } from '../../fixtures/targets/within.ts';
import type { NodeFault } from '../faults/types.ts';
import { defined } from '../../specs/model/defined.ts';
import { judgeResults } from '../judge-results.ts';
import type { LoadResults } from '../results.ts';
import type { Machine, NodeUsage } from '../../specs/model/generated/results/shared.d.ts';
import { generatorModel, meanRatePerS } from '../scenario/arrivals.ts';
import type { Shard } from '../scenario/shard.ts';
import type { Scenario } from '../scenario/types.ts';
import { AnswerChecks } from './answer-checks.ts';
import { afterMeasurement, beforeMeasurement } from './around-measurement.ts';
import { conditionsOf } from './conditions.ts';
import { DisturbedLoad, isNotBack } from './disturbed-load.ts';
import type { LoadCalls } from './load-calls.ts';
import type { LoadWatch } from './load-watch.ts';
import { maxInFlight } from './max-in-flight.ts';
import type { OpenedLoad } from './open-load.ts';
import { OtherWork } from './other-work.ts';
import { answerChecks, callTotals, errorResults, latencyFigures, methodResults, secondResults } from './to-results.ts';
import { unanswered } from './unanswered.ts';
import { UsageSampler } from './usage-sampler.ts';

/** So long it may take until the end of a node is known that does not answer any more. */
const ENDS_WITHIN_MS = 1_000;

export interface LoadRunOptions {
  readonly pyx: string;
  readonly target: Target;
  readonly seed: number;
  /** More calls may be in flight than there are connections: as from many clients. */
  readonly manyClients: boolean;
  readonly shard?: Shard | undefined;
  /** What happens to the node during the load. */
  readonly faults?: readonly NodeFault[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A phase of the load begins. */
  readonly onPhase: (phase: string, durationMs: number) => void;
  readonly onSecond: (second: SecondFigures) => void;
  readonly watch?: LoadWatch | undefined;
}

export interface Measurement {
  readonly figures: GeneratorFigures;
  readonly checks: AnswerChecks;
  /** What the node used, without the warm-up. */
  readonly usage: readonly NodeUsage[];
  /** The last lines that the node logged meanwhile; undefined if it logged none, or Pyx did not start it. */
  readonly nodeLog: readonly string[] | undefined;
  /** Undefined without planned faults. */
  readonly plannedFaults?: LoadResults['plannedFaults'] | undefined;
  /** Share of the machine that other programs used. */
  readonly otherWork: number;
}

/** Measures scenarios on one node, with the same calls. */
export class LoadRun {
  readonly #options: LoadRunOptions;
  readonly #opened: OpenedLoad;
  readonly #calls: LoadCalls;
  readonly #over = new AbortController();
  /** How the node ended, or that it no longer answers; undefined while it runs. */
  ended: string | undefined;
  #measured = 0;
  #disturbed: DisturbedLoad | undefined;

  constructor(options: LoadRunOptions, opened: OpenedLoad, calls: LoadCalls) {
    this.#options = options;
    this.#opened = opened;
    this.#calls = calls;
    this.#watch();
  }

  /** A load on a node that has ended measures nothing, unless it was planned. */
  #watch(): void {
    void this.node.ended.then((how) => {
      if (this.#disturbed?.isEnding !== true) this.#end(nodeEnded(this.node, how));
    });
  }

  get node(): RunningNode {
    return this.#opened.session.node;
  }

  /** Aborted when the node has ended or reports another chain, or the user has interrupted the load. */
  get signal(): AbortSignal {
    const { signal } = this.#options;
    return AbortSignal.any([...(signal ? [signal] : []), this.#over.signal, this.#opened.opened.guard.signal]);
  }

  /** The node has ended, or the user has interrupted the load. */
  get isOver(): boolean {
    return this.stopped !== undefined;
  }

  /** Why nothing more is measured, if so. */
  get stopped(): string | undefined {
    if (this.ended !== undefined) return this.ended;
    return this.#options.signal?.aborted === true ? 'interrupted' : undefined;
  }

  /** Does what needs the node, unless the load is over, or the node ends or the user interrupts meanwhile. */
  async unlessOver(work: () => Promise<void>): Promise<void> {
    if (!this.isOver) await this.#unlessOverAfterwards(work);
  }

  /** What fails because the node ends or the user interrupts is no error. */
  async #unlessOverAfterwards(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.ask();
      if (!this.isOver) throw error;
    }
  }

  /**
   * Asks the node whether it still answers: of one that Pyx did not start nothing else shows that it has ended or hangs. If it
   * does not, the load is over.
   */
  async ask(): Promise<void> {
    if (this.isOver) return;
    const problem = await unanswered(this.node.client);
    if (problem === undefined) return;
    // That it has ended is known a little later than that it does not answer.
    await within(this.node.ended, ENDS_WITHIN_MS);
    if (!this.isOver) this.#end(problem);
  }

  #end(how: string): void {
    this.ended ??= how;
    this.#over.abort();
  }

  /**
   * A warm-up that is not counted, then the load, with the calls that come before and after it. After each of them the node is
   * asked whether it still answers. Throws `RefusedError` if the node changes to another chain while the load writes.
   */
  async measure(scenario: Scenario, phase: string): Promise<Measurement> {
    const { opened, writes } = this.#opened;
    return writes.length === 0 ? this.#measure(scenario, phase) : opened.guard.during([this.node], () => this.#measure(scenario, phase));
  }

  async #measure(scenario: Scenario, phase: string): Promise<Measurement> {
    await this.unlessOver(() => this.before(scenario));
    await this.warmUp(scenario, phase);
    await this.ask();
    const others = new OtherWork();
    this.#options.onPhase(phase, scenario.durationMs);
    const measured = await this.load(scenario);
    const otherWork = others.share(cpuMsOf(measured.usage));
    await this.ask();
    await this.after(scenario);
    return { ...measured, otherWork };
  }

  /** Makes the calls of the scenario that come before a measurement. */
  async before(scenario: Scenario): Promise<void> {
    await beforeMeasurement(this.#opened.session.world, scenario);
  }

  /** Makes the calls of the scenario that come after a measurement, if the node still runs: also after an interruption. */
  async after(scenario: Scenario): Promise<void> {
    if (this.ended !== undefined) return;
    await this.#unlessOverAfterwards(() => afterMeasurement(this.#opened.session.world, scenario));
  }

  /** Signs the transactions that a load of this scenario submits, as far as too few are left. */
  async provideFor(scenario: Scenario): Promise<void> {
    await this.unlessOver(() => this.#calls.provideFor(scenario));
  }

  /** A load that is not counted. Returns its figures; undefined where the scenario has none. */
  async warmUp(scenario: Scenario, phase: string): Promise<GeneratorFigures | undefined> {
    if (scenario.warmUpMs === 0) return undefined;
    this.#options.onPhase(`${phase}: warm-up`, scenario.warmUpMs);
    const common = this.#generatorOptions(scenario, 0);
    return this.#generate({ ...common, model: warmUpModel(common.model, scenario.warmUpMs), durationMs: scenario.warmUpMs });
  }

  /** The load alone. */
  async load(scenario: Scenario): Promise<Omit<Measurement, 'otherWork'>> {
    const { session, opened } = this.#opened;
    const { specification } = session.world.service;
    const accepted = new AcceptedResults(opened.targetFile, specification, new Date().toISOString().slice(0, 10));
    const { onSecond, watch } = this.#options;
    // Arrivals at random, and the answers that are looked at, differ from one measurement to the next.
    const measured = this.#measured++;
    const checks = new AnswerChecks({
      service: session.world.service,
      requestOf: (call) => this.#calls.requestOf(call),
      accepted,
      durationMs: scenario.durationMs,
      share: scenario.check,
      seed: `${this.#options.seed}/answers/${measured}`,
    });
    const log = followLog(this.node);
    const { value: figures, usage } = await UsageSampler.during(
      [this.node],
      () =>
        this.#whileDisturbed(scenario, (disturbed) =>
          this.#generate({
            ...this.#generatorOptions(scenario, measured),
            durationMs: scenario.durationMs,
            onSecond: (second) => {
              onSecond(ofAWhole(second, scenario.durationMs));
              watch?.onSecond?.(second);
            },
            watch: callWatch(watch?.calls, disturbed),
            onBody: ({ call }, body) => checks.keep(call, body),
          }),
        ),
      watch?.onUsage,
    );
    return { figures, checks, usage, nodeLog: log(), plannedFaults: this.#disturbed?.results };
  }

  /** Does the work while planned faults happen. All of them are over when this resolves; one that fails ends the load. */
  async #whileDisturbed<T>({ durationMs }: Scenario, work: (disturbed: DisturbedLoad | undefined) => Promise<T>): Promise<T> {
    const { faults = [] } = this.#options;
    if (faults.length === 0) return work(undefined);
    const { node, signal } = this;
    const disturbed = new DisturbedLoad({ node, faults, durationMs, signal, onStarted: () => this.#watch() });
    this.#disturbed = disturbed;
    const run = disturbed.run().catch((error: unknown) => {
      if (!isNotBack(error)) throw error;
      this.#end(`the node did not come back after a planned fault: ${error.message}`);
    });
    const [value] = await Promise.all([work(disturbed), run]);
    return value;
  }

  /** Nothing is sent once the load is over, as when the node has ended right before: there are figures all the same. */
  async #generate(options: GeneratorOptions): Promise<GeneratorFigures> {
    try {
      return await generate(options);
    } catch (error) {
      await this.ask();
      if (!this.isOver) throw error;
      return generate(options);
    }
  }

  /** A measurement of this scenario as the results of a load, without their warnings. */
  toResults({ figures, checks, usage, nodeLog, otherWork, plannedFaults }: Measurement, scenario: Scenario, machine: Machine): LoadResults {
    const { shard } = this.#options;
    const answers = checks.judge();
    const stopped = this.stopped ?? (figures.complete ? undefined : 'the load was ended early');
    const totals = callTotals(figures, answers.wrong);
    const rate = { targetPerS: meanRatePerS(scenario.model), resultsPerS: figures.resultsInTime / (figures.durationMs / 1_000) };
    const latency = latencyFigures(figures.latency);
    return {
      ...conditionsOf(this.#options, this.#opened, scenario, { ...machine, otherWork }),
      startedAt: figures.startedAt,
      durationMs: figures.durationMs,
      complete: stopped === undefined && figures.complete,
      ...(stopped !== undefined && { stopped }),
      engine: 'pyx',
      totals,
      rate,
      latency,
      service: latencyFigures(figures.service),
      methods: methodResults(figures),
      seconds: secondResults(figures),
      errors: errorResults(figures),
      thresholds: judgeResults(scenario.thresholds, { durationMs: figures.durationMs, totals, latency, rate }),
      checkedAnswers: answers.checked,
      answerChecks: answerChecks(figures, answers),
      wrongAnswers: answers.answers,
      ...((figures.errors.length > 0 || answers.wrong > 0 || this.ended !== undefined) && defined({ nodeLog })),
      ...(shard && { shard }),
      ...(plannedFaults && { plannedFaults }),
      generator: {
        cpuMs: figures.cpuMs,
        lateness: latencyFigures(figures.lateness),
        saturated: figures.saturated?.reason ?? null,
      },
      nodes: usage,
      warnings: [], // those of all measurements follow
    };
  }

  #generatorOptions(scenario: Scenario, measured: number): GeneratorOptions {
    const { seed, manyClients } = this.#options;
    const { opened, writes } = this.#opened;
    return {
      address: this.node.client.address,
      credentials: this.node.credentials,
      source: this.#calls.source,
      connections: scenario.connections,
      model: generatorModel(scenario.model, seed + measured),
      durationMs: scenario.durationMs,
      timeoutMs: scenario.timeoutMs,
      maxInFlight: maxInFlight(scenario, manyClients),
      signal: this.signal,
      ...(writes.length > 0 && opened.guard.strict && { mayReconnect: () => opened.guard.ask(this.node) }),
    };
  }
}

/** CPU time of all these nodes. */
export const cpuMsOf = (usage: readonly NodeUsage[]): number => usage.reduce((sum, { cpuMs }) => sum + cpuMs, 0);

/** What is shown is a rate: that of a load of less than a second, too. */
function ofAWhole(second: SecondFigures, durationMs: number): SecondFigures {
  return durationMs < 1_000 ? { ...second, results: Math.round((second.results * 1_000) / durationMs) } : second;
}

/** At the rate with which the load begins: ramps start from nothing. */
function warmUpModel(model: GeneratorOptions['model'], durationMs: number): GeneratorOptions['model'] {
  if (model.type === 'closed') return model;
  const rate = model.arrivals.stages[0]?.toRate ?? 1;
  return { type: 'open', arrivals: { ...model.arrivals, stages: [{ fromRate: rate, toRate: rate, durationMs }] } };
}

/** How the node ended, with its last line: `the node ended (signal SIGKILL); its last line: …`. */
function nodeEnded(node: RunningNode, how: string): string {
  const last = node.lastLines().at(-1);
  return `the node ended (${how})${last === undefined ? '' : `; its last line: ${last}`}`;
}

/** What watches the calls of a load: the faults that are planned, and who wants its figures. */
function callWatch(watch: CallWatch | undefined, disturbed: DisturbedLoad | undefined): CallWatch | undefined {
  if (!disturbed) return watch;
  return {
    ...watch,
    ended: (call) => {
      disturbed.ended(call);
      watch?.ended?.(call);
    },
  };
}
