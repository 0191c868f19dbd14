import { createContext, runInContext } from 'node:vm';
import type { K6Files } from '../encode.ts';

/** One request that the script sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly params: { readonly headers: { readonly [name: string]: string }; readonly timeout: number };
}

export interface FakeResponse {
  readonly status: number;
  readonly error_code: number;
  readonly body: string | null;
  readonly timings: { readonly blocked: number; readonly connecting: number; readonly duration: number };
}

export interface FakeK6Options {
  readonly files: K6Files;
  readonly env?: { readonly [name: string]: string };
  readonly respond: (request: SentRequest) => FakeResponse;
  /** Milliseconds since the scenario began, when an iteration ends. */
  readonly nowMs?: () => number;
  /** As `--execution-segment` gives it. */
  readonly segment?: string;
  /** Default: until right after the duration. */
  readonly ranMs?: number;
}

/** What Node has and k6 0.38 lacks, as a script found that listed its built-in objects there. */
const LACKING: { readonly [owner: string]: readonly string[] } = {
  Object: ['fromEntries', 'hasOwn'],
  'Array.prototype': ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  'ArrayBuffer.prototype': ['maxByteLength', 'resizable', 'resize'],
  'RegExp.prototype': ['dotAll', 'hasIndices', 'unicodeSets'],
  'String.prototype': ['at', 'isWellFormed', 'replaceAll', 'toWellFormed'],
  Symbol: ['asyncIterator'],
  globalThis: ['Atomics', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'FinalizationRegistry', 'Intl', 'SharedArrayBuffer', 'WeakRef'],
};

interface FakeSample {
  readonly value: number;
  readonly tags: { readonly [tag: string]: string };
}

interface ScriptExports {
  readonly options: {
    readonly summaryTrendStats: readonly string[];
    readonly thresholds: { readonly [metric: string]: readonly string[] };
    readonly scenarios: { readonly [name: string]: object };
  };
  default(): void;
  warmUp(): void;
  handleSummary(data: unknown): { readonly [file: string]: string };
}

/**
 * Runs the script, bundled as CommonJS, in a context that has nothing but the language and what k6 has: one virtual user,
 * one iteration after another.
 */
export class FakeK6 {
  readonly sent: SentRequest[] = [];
  readonly samples = new Map<string, FakeSample[]>();
  readonly #script: ScriptExports;
  readonly #ranMs: number;
  readonly #execution = {
    scenario: { iterationInTest: 0, startTime: 0 },
    test: { abort: (reason: string) => (this.aborted = reason), options: { executionSegment: null as string | null } },
  };
  aborted: string | undefined;

  constructor(bundle: string, { files, env = {}, respond, nowMs = () => 0, segment, ranMs }: FakeK6Options) {
    this.#ranMs = ranMs ?? files.load.warmUpMs + files.load.durationMs + 1;
    this.#execution.test.options.executionSegment = segment ?? null;
    const samples = this.samples;
    class Metric {
      readonly name: string;
      constructor(name: string) {
        this.name = name;
        samples.set(name, []);
      }
      add(value: number, tags: { readonly [tag: string]: string } = {}): void {
        samples.get(this.name)?.push({ value, tags });
      }
    }
    // In CommonJS a default import is the module itself.
    const modules: { readonly [name: string]: unknown } = {
      // k6 gives the array itself, read-only.
      'k6/data': { SharedArray: sharedArray },
      'k6/encoding': { b64encode: (text: string) => Buffer.from(text).toString('base64') },
      'k6/execution': this.#execution,
      'k6/http': {
        request: (method: string, url: string, body: string, params: SentRequest['params']) => {
          const request = { method, url, body, params };
          this.sent.push(request);
          return respond(request);
        },
      },
      'k6/metrics': { Counter: Metric, Trend: Metric },
    };
    const texts: { readonly [file: string]: string } = {
      './load.json': JSON.stringify(files.load),
      './calls.json': JSON.stringify(files.calls),
    };
    const module = { exports: {} };
    const context = createContext({
      module,
      exports: module.exports,
      require: (name: string) => {
        if (!(name in modules)) throw new Error(`k6 has no module ${name}`);
        return modules[name];
      },
      open: (file: string) => texts[file],
      __ENV: env,
      nowMs,
    });
    // The clock of the context, so that what depends on time is known in advance.
    runInContext('Date.now = nowMs', context);
    for (const [owner, names] of Object.entries(LACKING))
      for (const name of names) runInContext(`delete ${owner}[${JSON.stringify(name)}]`, context);
    runInContext(bundle, context);
    this.#script = module.exports as ScriptExports;
  }

  get options(): ScriptExports['options'] {
    return this.#script.options;
  }

  iterate(count: number, which: 'default' | 'warmUp' = 'default'): void {
    for (let iteration = 0; iteration < count; iteration++) {
      this.#execution.scenario.iterationInTest = iteration;
      this.#script[which]();
    }
  }

  /** Ends the test: k6 summarizes all metrics, and the tagged values that a threshold names. */
  summarize(): { readonly [file: string]: string } {
    const names = [...this.samples.keys(), ...Object.keys(this.options.thresholds)];
    const metrics = Object.fromEntries(names.map((name) => [name, { values: this.#values(name) }]));
    return this.#script.handleSummary({ metrics, state: { testRunDurationMs: this.#ranMs } });
  }

  #values(name: string): { [statistic: string]: number } {
    const [, metric = '', filter = ''] = /^([^{]+)(?:\{(.*)\})?$/.exec(name) ?? [];
    const wanted = filter === '' ? [] : filter.split(',').map((pair) => pair.split(':') as [string, string]);
    const values = (this.samples.get(metric) ?? [])
      .filter(({ tags }) => wanted.every(([tag, value]) => tags[tag] === value))
      .map(({ value }) => value)
      .sort((a, b) => a - b);
    const at = (percent: number): number => values[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)] ?? 0;
    const sum = values.reduce((total, value) => total + value, 0);
    // Counters have a sum as `count`, and trends the number of values; here all counters add 1.
    const statistics: { readonly [name: string]: number } = {
      count: values.length,
      avg: values.length === 0 ? 0 : sum / values.length,
      max: at(100),
    };
    return Object.fromEntries(
      this.options.summaryTrendStats.map((name) => [name, statistics[name] ?? at(Number(/^p\((.*)\)$/.exec(name)?.[1]))]),
    );
  }
}

function sharedArray(_name: string, make: () => unknown[]): readonly unknown[] {
  return Object.freeze(make());
}
