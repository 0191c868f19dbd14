import { isLosslessNumber } from 'lossless-json';
import { InvalidJson, TooDeep } from '../../client/json-reader.ts';
import { parse, stringify } from '../../client/wire-json.ts';
import { resultProblems } from '../../fixtures/world/result-problems.ts';
import type { Request, Service } from '../../fixtures/world/service.ts';
import type { ValidationProblem } from '../../specs/model/problems.ts';
import type { AcceptedResults } from '../../engine/accepted-results.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { PreparedCall } from '../generator/types.ts';
import type { WrongAnswer } from '../results.ts';
import { inRandomTurns } from './in-random-turns.ts';
import { KeptAnswers } from './kept-answers.ts';

/** Looking at answers may take this share of one core, over the duration of the load. */
const CORE_SHARE = 0.05;
/** Bodies that are kept for a second of load: several times what can be looked at within that share; and in all. */
const KEPT_BYTES_PER_S = 4 * 1_024 * 1_024;
const KEPT_BYTES = 128 * 1_024 * 1_024;
/** Of each method so many are looked at whatever that takes. */
const ALWAYS = 3;
const SHOWN = 500;
/** Items of a list that are checked: the time of a validator grows with the square of what it finds. */
const ITEMS = 2_000;
/** No further answer is checked after this time: somebody waits. */
const JUDGED_WITHIN_MS = 20_000;
/** Differences of one answer that are kept. */
const PER_ANSWER = 20;
/** Different ones of all answers. */
const DIFFERENT = 1_000;

export interface AnswerChecksOptions {
  readonly service: Service;
  /** What the answer to a call is checked against. */
  readonly requestOf: (call: PreparedCall) => Request;
  /** Differences from the documents that are known of the release. Default: none. */
  readonly accepted?: AcceptedResults | undefined;
  /** Of the load whose answers these are. */
  readonly durationMs: number;
  /** Largest share of the answers that is looked at. Default 1. */
  readonly share?: number;
  /** Decides which ones. */
  readonly seed: string;
}

/** What was looked at, and found. */
export interface JudgedAnswers {
  readonly checked: number;
  readonly wrong: number;
  /** By method, path and message; the most frequent first. */
  readonly answers: readonly WrongAnswer[];
  /** Looked at of each method. */
  readonly methods: ReadonlyMap<string, number>;
  /** What it took. */
  readonly cpuMs: number;
}

/**
 * Keeps a random sample of answers while the load runs, and checks them against the specification afterwards, when it costs the
 * figures nothing: a node that answers quickly and wrongly is not fast.
 */
export class AnswerChecks {
  readonly #options: AnswerChecksOptions;
  readonly #kept: KeptAnswers;

  constructor(options: AnswerChecksOptions) {
    const { durationMs, share = 1, seed } = options;
    this.#options = options;
    this.#kept = new KeptAnswers({ share, seed, maxBytes: Math.min(KEPT_BYTES, (KEPT_BYTES_PER_S * durationMs) / 1_000) });
  }

  /** Keeps the answer of a call that ended with a result, if it is one of the sample. */
  keep(call: PreparedCall, body: Buffer): void {
    this.#kept.offer(call, body);
  }

  /** Looks at all that was kept, or at as much of it, at random, as the time allows: of each method as many. */
  judge(): JudgedAnswers {
    const { requestOf, durationMs, seed } = this.#options;
    const found = new Map<string, WrongAnswer>();
    const methods = new Map<string, number>();
    let [wrong, checked] = [0, 0];
    const beganMs = performance.now();
    const cpu = process.cpuUsage();
    const cpuMs = (): number => {
      const { user, system } = process.cpuUsage(cpu);
      return (user + system) / 1_000;
    };
    for (const { turn, item } of inRandomTurns(this.#kept.answers(), ({ call }) => call.method, seed)) {
      if (performance.now() - beganMs > JUDGED_WITHIN_MS) break;
      if (turn >= ALWAYS && cpuMs() > CORE_SHARE * durationMs) break;
      checked++;
      methods.set(item.call.method, turn + 1);
      const request = requestOf(item.call);
      const text = item.body.toString('utf8');
      const problems = this.#problems(request, text);
      if (problems.length > 0) wrong++;
      for (const problem of problems.slice(0, PER_ANSWER)) {
        // Names of members come from the node.
        const [path, message] = [problem.path.slice(0, SHOWN), problem.message.slice(0, SHOWN)];
        const key = `${request.id} ${path} ${message}`;
        const before = found.get(key);
        if (!before && found.size === DIFFERENT) continue;
        found.set(key, {
          method: request.id,
          path,
          message,
          count: (before?.count ?? 0) + 1,
          request: before?.request ?? stringify(request.params as Wire).slice(0, SHOWN),
          answer: before?.answer ?? text.slice(0, SHOWN),
        });
      }
    }
    return { checked, wrong, answers: [...found.values()].sort((a, b) => b.count - a.count), methods, cpuMs: cpuMs() };
  }

  #problems(request: Request, text: string): readonly ValidationProblem[] {
    const read = envelopeOf(text);
    if ('problem' in read) return [read.problem];
    const { service, accepted } = this.#options;
    const result = service.neutralResult(firstItems(read.envelope.result ?? null));
    const problems = resultProblems(service.specification, request.id, request.params, result);
    const asked = { method: request.id, params: request.params };
    return problems.filter((problem) => accepted?.accepts(asked, problem, result) !== true);
  }
}

/** What the generator takes for a result by its end may be no JSON all the same. */
function envelopeOf(text: string): { readonly envelope: { readonly result?: Wire } } | { readonly problem: ValidationProblem } {
  try {
    return { envelope: parse(text) as { readonly result?: Wire } };
  } catch (error) {
    if (!(error instanceof InvalidJson || error instanceof TooDeep)) throw error;
    return { problem: { check: 'type', path: '', keys: [], message: `the answer cannot be read: ${error.message}` } };
  }
}

/** The value with the first items of its lists. */
function firstItems(value: Wire): Wire {
  if (Array.isArray(value)) return value.slice(0, ITEMS).map(firstItems);
  if (value === null || typeof value !== 'object' || isLosslessNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, firstItems(item)]));
}
