import { ExtClientError } from './ext-client-error.ts';
import { extHeaderOf } from './ext-header.ts';
import type { ExtChain } from './types.ts';

/** A longer line is not read: 1,000 headers have about 80 kB. */
const MAX_LINE = 1_048_576;

/**
 * Reads what the program of -extclient prints, one JSON object a line, and sets it as the calls of the service do:
 * `{"headers": [[1, "<root>"], …]}` and `{"syncing_status": "syncing", "highestBlock": 10}`. What cannot be used is
 * logged and skipped.
 */
export class Relayer {
  readonly #chain: ExtChain;
  readonly #log: (line: string) => void;
  readonly #changed: () => void;
  #rest = '';
  /** The rest of a line that is too long is skipped. */
  #isSkipping = false;

  constructor({ chain, log, changed }: { readonly chain: ExtChain; readonly log: (line: string) => void; readonly changed: () => void }) {
    this.#chain = chain;
    this.#log = log;
    this.#changed = changed;
  }

  /** Takes the next piece of the output. */
  read(text: string): void {
    const [first = '', ...others] = text.split('\n');
    const lines = [this.#rest + first, ...others];
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!this.#isSkipping) this.#line(line);
      this.#isSkipping = false;
    }
    if (!this.#isSkipping && rest.length > MAX_LINE) {
      this.#isSkipping = true;
      this.#refuse(`a line has more than ${MAX_LINE} characters`);
    }
    this.#rest = this.#isSkipping ? '' : rest;
  }

  #line(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#refuse('a line is not JSON');
    }
    const { headers, syncing_status: status, highestBlock } = Object(message) as { readonly [name: string]: unknown };
    try {
      if (Array.isArray(headers)) this.#chain.setHeaders(headers.map(extHeaderOf));
      else this.#chain.setStatus(status, highestBlock);
    } catch (error) {
      if (!(error instanceof ExtClientError)) throw error;
      return this.#refuse(error.message);
    }
    this.#changed();
  }

  #refuse(fault: string): void {
    this.#log(`The client of the external chain printed what cannot be used: ${fault}`);
  }
}
