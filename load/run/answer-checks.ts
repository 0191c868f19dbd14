import { isLosslessNumber } from 'lossless-json';
import { InvalidJson, TooDeep } from '../../client/json-reader.ts';
import { parse, stringify } from '../../client/wire-json.ts';
import { resultProblems } from '../../fixtures/world/result-problems.ts';
import type { Request, Service } from '../../fixtures/world/service.ts';
import type { ValidationProblem } from '../../specs/model/problems.ts';
import type { AcceptedResults } from '../../engine/accepted-results.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { PreparedCall, Sample } from '../generator/types.ts';
import type { WrongAnswer } from '../results.ts';

/** So many answers are kept, and so many bytes of them: judging waits until the load is over. */
const KEPT = 5_000;
const KEPT_BYTES = 64 * 1024 * 1024;
const SHOWN = 500;
/** Items of a list that are checked: the time of a validator grows with the square of what it finds. */
const ITEMS = 2_000;
/** No further answer is checked after this time. */
const JUDGED_WITHIN_MS = 20_000;
/** Differences of one answer that are kept. */
const PER_ANSWER = 20;
/** Different ones of all answers. */
const DIFFERENT = 1_000;

/**
 * Keeps a sample of answers while the load runs, and holds them against the specification afterwards: a node that answers
 * quickly and wrongly is not fast.
 */
export class AnswerChecks {
  readonly #service: Service;
  readonly #requestOf: (call: PreparedCall) => Request | undefined;
  readonly #accepted: AcceptedResults | undefined;
  readonly #kept: { readonly request: Request; readonly body: Buffer }[] = [];
  #bytes = 0;

  /** `accepted`: differences from the documents that are known of the release. */
  constructor(service: Service, requestOf: (call: PreparedCall) => Request | undefined, accepted?: AcceptedResults) {
    this.#service = service;
    this.#requestOf = requestOf;
    this.#accepted = accepted;
  }

  /** Keeps an answer with a result, while there is room. */
  keep({ call, class: outcome }: Pick<Sample, 'call' | 'class'>, body: Buffer): void {
    if (outcome !== 'result' || this.#kept.length === KEPT || this.#bytes + body.length > KEPT_BYTES) return;
    const request = this.#requestOf(call);
    if (!request) return;
    this.#bytes += body.length;
    // The generator reads into the same memory again.
    this.#kept.push({ request, body: Buffer.from(body) });
  }

  /** What contradicts the specification, by method, path and message. */
  judge(): { readonly checked: number; readonly wrong: number; readonly answers: readonly WrongAnswer[] } {
    const found = new Map<string, WrongAnswer>();
    let wrong = 0;
    let checked = 0;
    const beganMs = performance.now();
    for (const { request, body } of this.#kept) {
      if (performance.now() - beganMs > JUDGED_WITHIN_MS) break;
      checked++;
      const text = body.toString('utf8');
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
    return { checked, wrong, answers: [...found.values()].sort((a, b) => b.count - a.count) };
  }

  #problems(request: Request, text: string): readonly ValidationProblem[] {
    const read = envelopeOf(text);
    if ('problem' in read) return [read.problem];
    const result = this.#service.neutralResult(firstItems(read.envelope.result ?? null));
    const problems = resultProblems(this.#service.specification, request.id, request.params, result);
    const asked = { method: request.id, params: request.params };
    return problems.filter((problem) => this.#accepted?.accepts(asked, problem, result) !== true);
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
