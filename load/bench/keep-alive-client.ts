import { Agent, request } from 'node:http';
import type { Credentials } from '../../client/types.ts';
import { UserError } from '../../specs/model/user-error.ts';

/** A call had no result. */
export class BareCallError extends UserError {
  override readonly name = 'BareCallError';
}

/**
 * An ordinary client with persistent connections, of Node's own modules alone (node:http, JSON.parse): what Pyx and nodes
 * are measured with and against.
 */
export class KeepAliveClient {
  readonly #agent: Agent;
  readonly #address: string;
  readonly #auth: string | null;

  /**
   * @param address `http://host:port`
   * @param connections maximum number of connections; further calls wait for one
   */
  constructor(address: string, credentials: Credentials | undefined, connections: number) {
    this.#address = address;
    this.#auth = credentials === undefined ? null : `${credentials.user}:${credentials.password}`;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** The result of a call. @param params JSON. Throws `BareCallError` for any other answer. */
  async result(method: string, params = '[]'): Promise<unknown> {
    const body = `{"jsonrpc":"1.0","id":"bare","method":"${method}","params":${params}}`;
    const answer = await new Promise<string>((resolve, reject) => {
      request(this.#address, { agent: this.#agent, method: 'POST', auth: this.#auth })
        .on('response', (message) => {
          let text = '';
          message
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => resolve(text))
            .on('error', reject);
        })
        .on('error', reject)
        .end(body);
    });
    const { result } = JSON.parse(answer) as { result?: unknown };
    if (result === undefined || result === null)
      throw new BareCallError(`${method} at ${this.#address}: expected a result, got ${answer.slice(0, 200)}`);
    return result;
  }

  close(): void {
    this.#agent.destroy();
  }
}
