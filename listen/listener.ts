import type { RequestForm } from '../client/types.ts';
import type { Service } from '../fixtures/world/service.ts';
import type { Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';
import { judgeCall, type JudgedCall } from './call-judge.ts';
import { ConnectionReader } from './connection-reader.ts';
import type { HttpExchange, Unchecked } from './http-exchange.ts';
import type { ListenedCases } from './listened-cases.ts';
import { callsOf, type ListenedCall, type NoCall } from './listened-call.ts';
import { MethodIndex } from './method-index.ts';
import type { Passed } from './passed.ts';

/** Names of methods that the standard lacks, of those that are kept. */
const MAX_UNKNOWN = 100;

export interface ListenerOptions {
  readonly specification: Specification;
  /** The brand of the node. */
  readonly names: Names;
  /** Gives results their neutral names. */
  readonly service: Pick<Service, 'neutralResult'>;
  readonly jsonrpc: RequestForm['jsonrpc'];
  readonly cases: ListenedCases;
  /** Called with each call of a method that the standard has: for what several calls show. */
  readonly onCall?: ((judged: JudgedCall, call: ListenedCall) => void) | undefined;
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
  #calls = 0;
  #connections = 0;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#index = new MethodIndex(options.specification, options.names);
  }

  /** Number of calls that were read, also of methods that the standard lacks. */
  get calls(): number {
    return this.#calls;
  }

  /** Number of connections that clients have made. */
  get connections(): number {
    return this.#connections;
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

  #exchange(exchange: HttpExchange): void {
    for (const listed of callsOf(exchange, this.#options.jsonrpc)) {
      if ('no' in listed) this.#noCall(listed.no);
      else this.#call(listed.call);
    }
  }

  #call(call: ListenedCall): void {
    this.#calls++;
    const { specification, service, cases, onCall } = this.#options;
    const known = this.#index.find(call.method, call.params);
    if (!known) {
      const name = this.unknown.has(call.method) || this.unknown.size < MAX_UNKNOWN ? call.method.slice(0, 80) : 'others';
      this.unknown.set(name, (this.unknown.get(name) ?? 0) + 1);
      return;
    }
    const result = call.answer.type === 'result' ? service.neutralResult(call.answer.result) : undefined;
    const judged = judgeCall(specification, { call, known, result });
    if (known.method.beyond) return;
    cases.note(judged, call);
    onCall?.(judged, call);
  }
}
