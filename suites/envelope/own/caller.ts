import { contentType } from '../../../client/request-object.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Specification } from '../../../specs/model/spec.ts';
import type { Method } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Got } from '../answer.ts';
import { envelopeCase, type EnvelopeCase } from '../envelope-case.ts';
import { answerOf, bodyOf, post } from '../exchange.ts';

/** A request, whose members are omitted if they are undefined. Default: a call of the reading method with an id. */
export interface RequestMembers {
  readonly [name: string]: Wire | undefined;
}

/**
 * The calls of the envelope cases of a user's standard: of the first method that only reads and needs no argument. Public
 * standards are what these cases judge by, so they may use any method.
 */
export class Caller {
  readonly jsonrpc: '1.0' | '2.0';
  /** Undefined if the standard has no such method. */
  readonly reader: Method | undefined;

  constructor(specification: Specification) {
    this.jsonrpc = specification.spec.edition.service?.protocol === 'json-rpc-2.0' ? '2.0' : '1.0';
    this.reader = specification.documented.find((method) => reads(method) && method.params.every(({ required }) => !required));
  }

  /** A case that makes such calls. */
  case(options: Omit<EnvelopeCase, 'uses' | 'rows' | 'method'>): Case {
    return { ...envelopeCase({ ...options, uses: [] }), uses: this.reader ? [this.reader.id] : [] };
  }

  /** One request as an object; members replace those of a call of the reading method. */
  request(t: Trial, members: RequestMembers = {}): { [name: string]: Wire } {
    const method = this.reader && t.world.service.request(this.reader.id).method;
    const all: RequestMembers = { jsonrpc: this.jsonrpc, method, ...(this.jsonrpc === '1.0' && { params: [] }), ...members };
    return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Wire] => entry[1] !== undefined));
  }

  /** The text of a request. */
  body(t: Trial, members: RequestMembers): string {
    return bodyOf(this.request(t, members));
  }

  post(t: Trial, body: string): Promise<Got> {
    return post(t, body, { headers: { 'content-type': contentType(this.jsonrpc), accept: 'application/json' } });
  }

  /** Checks that the service still answers after an unusual request: also an error is an answer. */
  async stillServes(t: Trial): Promise<void> {
    const id = t.random.word(12);
    const got = await this.post(t, this.body(t, { id, ...(this.reader === undefined && { method: unknownMethod(t) }) }));
    answerOf(t, got, 'a call after this request', { check: 'health', evidence: 'health', source: 'the node no longer answers as before' });
  }
}

/** Whether a method only reads, and has a name and arguments of its own. */
export function reads({ variants, wire, requiresOption }: Method): boolean {
  const readsOnly = variants.every(({ effect }) => effect.every((one) => one === 'read'));
  return readsOnly && wire.prefix.length === 0 && requiresOption === undefined;
}

/** The name of a method that no service has. */
export const unknownMethod = (t: Trial): string => `no${t.random.word(12)}`;
