import type { RequestForm } from '../client/types.ts';
import type { Fate } from '../engine/heard.ts';
import type { Service } from '../fixtures/world/service.ts';
import type { Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Wire } from '../specs/model/wire.ts';
import { judgeCall, type JudgedCall } from './call-judge.ts';
import { CallTally } from './call-tally.ts';
import { ConnectionReader } from './connection-reader.ts';
import type { HttpExchange, Unchecked } from './http-exchange.ts';
import type { ListenedCases } from './listened-cases.ts';
import { callsOf, type ListenedCall, type NoCall } from './listened-call.ts';
import { MethodIndex, type KnownCall } from './method-index.ts';
import type { Relations } from './relations/relations.ts';
import { secretValues } from './secret-values.ts';
import type { Passed } from './passed.ts';

/** Names of methods that the standard lacks, of those that are kept. */
const MAX_UNKNOWN = 100;
/** Different credentials of clients. */
const MAX_AUTHORIZATIONS = 1_000;
/** Different secrets that are masked: a client may send new ones without end. */
const MAX_SECRETS = 10_000;

export interface ListenerOptions {
  readonly specification: Specification;
  /** Methods that the target file lists as absent. */
  readonly absent: ReadonlyMap<string, string>;
  /** The brand of the node. */
  readonly names: Names;
  /** Gives results their neutral names. */
  readonly service: Pick<Service, 'neutralResult'>;
  readonly jsonrpc: RequestForm['jsonrpc'];
  readonly cases: ListenedCases;
  /** Registers a value that must not be written. */
  readonly onSecret: (secret: string) => void;
  /** Judges what several calls show together. */
  readonly relations: Relations;
  /** Called with each call that was read, also of methods that are not known: what a recording is made of. */
  readonly record?: ((call: ListenedCall, known: KnownCall | undefined) => void) | undefined;
  /** A call could not be judged, because of an error in Pyx. The traffic goes on. */
  readonly onInternalError: (error: Error) => void;
}

/** Takes what passes between clients and a node, and judges the calls in it. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #index: MethodIndex;
  readonly #readers = new Map<number, ConnectionReader>();
  /** Requests that were not checked, by the reason. Of bytes that were not copied, those that are known to be concerned. */
  readonly unchecked = new Map<Unchecked, { connections: number; requests: number; bytes: number }>();
  /** Requests without a call that can be judged. */
  readonly noCalls = new Map<NoCall, number>();
  /** Calls of methods that the standard lacks, by name. */
  readonly unknown = new Map<string, number>();
  /** Connections that the node refused or broke, by the code of the error. */
  readonly broken = new Map<string, number>();
  /** The calls that were read, also of methods that the standard lacks. */
  readonly tally = new CallTally();
  readonly #secrets = new Set<string>();
  readonly #authorizations = new Set<string>();
  #connections = 0;
  #peakConnections = 0;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#index = new MethodIndex(options.specification, options.names);
  }

  /** Number of connections that clients have made. */
  get connections(): number {
    return this.#connections;
  }

  /** The largest number of connections at the same time. */
  get peakConnections(): number {
    return this.#peakConnections;
  }

  take(passed: Passed): void {
    try {
      this.#take(passed);
    } catch (error) {
      this.#options.onInternalError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #take(passed: Passed): void {
    const { connection } = passed;
    if (passed.type === 'opened') {
      this.#connections++;
      this.#readers.set(connection, this.#reader(passed.client));
      this.#peakConnections = Math.max(this.#peakConnections, this.#readers.size);
    } else if (passed.type === 'broken') this.broken.set(passed.code, (this.broken.get(passed.code) ?? 0) + 1);
    else {
      if (passed.type === 'uncopied')
        this.#note('too much was waiting to be checked', { requests: 0, bytes: passed.count, connections: 0 });
      this.#readers.get(connection)?.take(passed);
      if (passed.type === 'closed') this.#readers.delete(connection);
    }
  }

  #reader(client: string): ConnectionReader {
    return new ConnectionReader(client, {
      onExchange: (exchange) => this.#exchange(exchange),
      onUnchecked: (why, requests) => {
        if (why === 'no HTTP request') this.#noCall(why);
        else this.#note(why, { requests, bytes: 0, connections: 1 });
      },
    });
  }

  #note(why: Unchecked, { connections, requests, bytes }: { connections: number; requests: number; bytes: number }): void {
    const before = this.unchecked.get(why) ?? { connections: 0, requests: 0, bytes: 0 };
    this.unchecked.set(why, {
      connections: before.connections + connections,
      requests: before.requests + requests,
      bytes: before.bytes + bytes,
    });
  }

  #noCall(why: NoCall): void {
    this.noCalls.set(why, (this.noCalls.get(why) ?? 0) + 1);
  }

  /** A node may answer with what a client has sent: its user and password are masked, too (RFC 7617). */
  #hideCredentials(authorization: string | undefined): void {
    if (authorization === undefined || this.#authorizations.has(authorization) || this.#authorizations.size >= MAX_AUTHORIZATIONS) return;
    this.#authorizations.add(authorization);
    const pair = /^basic +([^ ]+)$/i.exec(authorization)?.[1];
    const text = pair === undefined ? authorization : Buffer.from(pair, 'base64').toString('utf8');
    this.#options.onSecret(text);
    const colon = text.indexOf(':');
    if (pair !== undefined && colon >= 0) this.#options.onSecret(text.slice(colon + 1));
  }

  #exchange(exchange: HttpExchange): void {
    this.#hideCredentials(exchange.request.headers['authorization']);
    for (const listed of callsOf(exchange, this.#options.jsonrpc)) {
      if ('no' in listed) this.#noCall(listed.no);
      else this.#call(listed.call);
    }
  }

  #call(call: ListenedCall): void {
    this.tally.note(call.agent, this.#judge(call));
  }

  /** Returns what came of the call. */
  #judge(call: ListenedCall): Fate {
    const { specification, service, absent, cases, relations, record } = this.#options;
    const known = this.#index.find(call.method, call.params);
    record?.(call, known);
    if (call.answer.type === 'result' && (!known || known.method.beyond))
      cases.noteUndocumented(known?.method.id ?? call.method.slice(0, 80));
    if (!known) {
      const name = this.unknown.has(call.method) || this.unknown.size < MAX_UNKNOWN ? call.method.slice(0, 80) : 'others';
      this.unknown.set(name, (this.unknown.get(name) ?? 0) + 1);
      relations.noteUnknown(call);
      return 'undocumented';
    }
    const result = call.answer.type === 'result' ? service.neutralResult(call.answer.result) : undefined;
    const judged = judgeCall(specification, { call, known, result, absent });
    if (!this.#maskSecrets(judged, result)) {
      this.#note('it has more secrets than can be masked', { requests: 1, bytes: 0, connections: 0 });
      relations.noteUnknown(call);
      return 'unchecked';
    }
    const { startedAt, endedAt, client } = call;
    const related = relations.note({ ...judged.record, startedAt, endedAt, client });
    if (known.method.beyond) return 'undocumented';
    cases.note(judged, call);
    cases.relate(related, judged, call);
    if (call.answer.type === 'error') return 'refused';
    return judged.isJudged ? 'judged' : 'undescribed';
  }

  /** Registers the secrets of a call before any of it is kept. Returns whether all can be. */
  #maskSecrets({ method, variant, record: { params } }: JudgedCall, result: Wire | undefined): boolean {
    for (const secret of secretValues(this.#options.specification, method, { params, variant, result })) {
      if (this.#secrets.has(secret)) continue;
      if (this.#secrets.size >= MAX_SECRETS) return false;
      this.#secrets.add(secret);
      this.#options.onSecret(secret);
    }
    return true;
  }
}
