import { Agent, request } from 'node:http';
import { callPath } from '../../client/request-object.ts';
import type { FuzzSession, WireCall } from './fuzz-session.ts';
import type { Probe } from './probe.ts';
import type { RateFigures } from './results.ts';

/** Calls after one restore that are made again, and how often. */
const SEGMENT_CALLS = 240;
const SEGMENTS = 5;

/** Some of the calls of a run with the time that they took in it, to be made again by a client that does nothing else. */
export class BareSample {
  #segments: WireCall[][] = [];
  #session: FuzzSession | undefined;
  #open = false;
  #fuzzMs = 0;

  /** The node was just restored: calls from here on can be made again from the same state. */
  restored(): void {
    this.#open = this.#segments.length < SEGMENTS;
    if (this.#open) this.#segments.push([]);
  }

  /** A request was made and judged, and the next one prepared, in this time. Only single calls are compared. */
  note(session: FuzzSession, probe: Probe, durationMs: number): void {
    if (session !== this.#session) this.#begin(session);
    const segment = this.#segments.at(-1);
    if (!this.#open || !segment || probe.type !== 'call') return;
    segment.push(session.wireCall(probe));
    this.#fuzzMs += durationMs;
    if (segment.length >= SEGMENT_CALLS) this.#open = false;
  }

  /** Time that the run took for something else than a request, such as reading the state. */
  noteOther(durationMs: number): void {
    if (this.#open) this.#fuzzMs += durationMs;
  }

  /** Makes the calls again with a bare client. Undefined if none were noted on this node. */
  async compare(session: FuzzSession): Promise<RateFigures | undefined> {
    const segments = this.#segments.filter((segment) => segment.length > 0);
    const calls = segments.reduce((sum, segment) => sum + segment.length, 0);
    if (session !== this.#session || calls === 0) return undefined;
    const client = new BareClient(session);
    let bareMs = 0;
    try {
      for (const segment of segments) {
        if (session.restoresExactly) await session.restore([]);
        const startedAt = performance.now();
        for (const call of segment) await client.send(call);
        bareMs += performance.now() - startedAt;
      }
    } finally {
      client.close();
    }
    return { calls, fuzzPerS: (calls / this.#fuzzMs) * 1_000, barePerS: (calls / bareMs) * 1_000 };
  }

  #begin(session: FuzzSession): void {
    this.#session = session;
    this.#segments = [];
    this.#fuzzMs = 0;
    this.restored();
  }
}

/** A client of Node's own modules alone, which reads answers and does not look at them. */
class BareClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #address: string;
  readonly #auth: string | null;
  readonly #jsonrpc: string;

  constructor({ node: { client, credentials }, world }: FuzzSession) {
    this.#address = client.address;
    this.#jsonrpc = world.service.form?.jsonrpc ?? '1.0';
    this.#auth = credentials === undefined ? null : `${credentials.user}:${credentials.password}`;
  }

  send({ method, params, wallet }: WireCall): Promise<unknown> {
    const body = `{"jsonrpc":"${this.#jsonrpc}","id":"bare","method":${JSON.stringify(method)},"params":${params}}`;
    return new Promise((resolve, reject) => {
      request(`${this.#address}${callPath(wallet)}`, { agent: this.#agent, method: 'POST', auth: this.#auth })
        .on('response', (message) => {
          let text = '';
          message
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => resolve(JSON.parse(text)))
            .on('error', reject);
        })
        .on('error', reject)
        .end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
