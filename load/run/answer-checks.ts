import { parse, stringify } from '../../client/wire-json.ts';
import { resultProblems } from '../../fixtures/world/result-problems.ts';
import type { Request, Service } from '../../fixtures/world/service.ts';
import type { Problem } from '../../specs/model/problems.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { PreparedCall, Sample } from '../generator/types.ts';
import type { WrongAnswer } from '../results.ts';

/** So many answers are kept, and so many bytes of them: judging waits until the load is over. */
const KEPT = 5_000;
const KEPT_BYTES = 64 * 1024 * 1024;
const SHOWN = 500;

/**
 * Keeps a sample of answers while the load runs, and holds them against the specification afterwards: a node that answers
 * quickly and wrongly is not fast.
 */
export class AnswerChecks {
  readonly #service: Service;
  readonly #requestOf: (call: PreparedCall) => Request | undefined;
  readonly #accepted: (method: string, problem: Problem) => boolean;
  readonly #kept: { readonly request: Request; readonly body: Buffer }[] = [];
  #bytes = 0;

  /** `accepted`: differences from the documents that are known of the release. */
  constructor(
    service: Service,
    requestOf: (call: PreparedCall) => Request | undefined,
    accepted: (method: string, problem: Problem) => boolean = () => false,
  ) {
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
    for (const { request, body } of this.#kept) {
      const text = body.toString('utf8');
      const problems = this.#problems(request, text);
      if (problems.length > 0) wrong++;
      for (const { path, message } of problems) {
        const key = `${request.id} ${path} ${message}`;
        const before = found.get(key);
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
    return { checked: this.#kept.length, wrong, answers: [...found.values()].sort((a, b) => b.count - a.count) };
  }

  #problems(request: Request, text: string): readonly Problem[] {
    const envelope = parse(text) as { readonly result?: Wire };
    const result = this.#service.neutralResult(envelope.result ?? null);
    const problems = resultProblems(this.#service.specification, request.id, request.params, result);
    return problems.filter((problem) => !this.#accepted(request.id, problem));
  }
}
