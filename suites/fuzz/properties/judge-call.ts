import { InvalidJson, TooDeep } from '../../../client/json-reader.ts';
import type { Fault, Reply } from '../../../client/types.ts';
import { parse } from '../../../client/wire-json.ts';
import { argumentsFit } from '../../../engine/arguments-fit.ts';
import type { AcceptedResults } from '../../../engine/accepted-results.ts';
import { resultDifference } from '../../../engine/identify.ts';
import { resultProblems } from '../../../fixtures/world/result-problems.ts';
import { isObject } from '../../../specs/model/resolve.ts';
import type { Specification } from '../../../specs/model/spec.ts';
import type { Method } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { isInternalError } from '../../../engine/internal-error.ts';
import { withoutValues, type FuzzProblem } from './problem.ts';

/** One call as it was sent, with its answer. */
export interface SentCall {
  /** Neutral id. */
  readonly method: string;
  /** JSON. */
  readonly params: string;
  readonly reply: Reply;
}

/** The faults of a connection: whether the node lives decides what they mean. */
const OF_CONNECTION: ReadonlySet<Fault['kind']> = new Set(['refused', 'reset', 'timeout', 'truncated']);

export const brokeConnection = (reply: Reply): boolean => reply.type === 'fault' && OF_CONNECTION.has(reply.fault.kind);

/** Judges answers by themselves: what can be said without another call. */
export class CallJudge {
  readonly #specification: Specification;
  readonly #accepted: AcceptedResults | undefined;

  /** `accepted`: accepted differences of the results of this release. */
  constructor(specification: Specification, accepted?: AcceptedResults) {
    this.#specification = specification;
    this.#accepted = accepted;
  }

  /** The problem of an answer; undefined if there is none. */
  judge({ method, params, reply }: SentCall): FuzzProblem | undefined {
    if (reply.type === 'fault') return brokeConnection(reply) ? undefined : ofFault(method, reply.fault);
    if (reply.type === 'error') {
      if (!isInternalError(reply.error)) return undefined;
      const { code, message } = reply.error;
      return {
        property: 'internal-error',
        evidence: 'health',
        source: 'an internal error of the node',
        method,
        what: `${code} ${withoutValues(message)}`,
        message: `${method} failed with an internal error: ${code} ${message}`,
      };
    }
    return this.#ofResult(method, params, reply.result);
  }

  /** A result is judged if the documents describe the call: every argument fits its description. */
  #ofResult(id: string, params: string, result: Wire): FuzzProblem | undefined {
    const method = this.#specification.find(id);
    if (!method || method.beyond || method.unstated.includes('arguments')) return undefined;
    const args = orderedArguments(method, params);
    if (args === undefined || !argumentsFit(this.#specification, method, args)) return undefined;
    const asked = { method: id, params: [...method.wire.prefix, ...args] };
    const problems = resultProblems(this.#specification, id, asked.params, result);
    const problem = problems.find((candidate) => this.#accepted?.accepts(asked, candidate, result) !== true);
    if (!problem) return undefined;
    const { document, section } = method.source;
    return {
      property: 'result',
      evidence: 'document',
      source: `document ${document}, ${section}`,
      method: id,
      what: `${problem.check} ${problem.path.replace(/\[\d+\]/g, '[]').replace(/\b(?=\w*\d)\w{16,}\b/g, '{}')}`,
      message: `${id} returned a result that differs from the documents: ${problem.message}`,
      difference: resultDifference(this.#specification, asked, problem, result),
    };
  }
}

function ofFault(method: string, { kind, evidence, source, message }: Fault): FuzzProblem {
  return { property: 'envelope', evidence, source, method, what: kind, message: `${method} was not answered properly: ${message}` };
}

/** The arguments in order; undefined if they are no list or object that can be read. */
function orderedArguments(method: Method, params: string): Wire[] | undefined {
  let value: Wire;
  try {
    value = parse(params);
  } catch (error) {
    if (error instanceof InvalidJson || error instanceof TooDeep) return undefined;
    throw error;
  }
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const named = value as { readonly [name: string]: Wire };
  if (Object.keys(named).some((name) => !method.params.some((param) => param.name === name))) return undefined;
  return method.params.map(({ name }) => named[name] ?? null);
}
