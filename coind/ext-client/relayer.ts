import { ExtClientError } from './ext-client-error.ts';
import type { ExtChain, ExtHeader } from './types.ts';

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
    if (line.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#refuse('a line is not JSON');
    }
    if (typeof message !== 'object' || message === null) return this.#refuse('a line is not a JSON object');
    try {
      if ('headers' in message) this.#chain.setHeaders(headersOf(message.headers));
      else if ('syncing_status' in message && 'highestBlock' in message)
        this.#chain.setStatus(...statusOf(message.syncing_status, message.highestBlock));
      else return this.#refuse('a line has neither headers nor a syncing_status with highestBlock');
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

function statusOf(status: unknown, highest: unknown): [status: string, highest: number] {
  if (typeof status !== 'string' || typeof highest !== 'number')
    throw new ExtClientError('invalid-ext-status', 'syncing_status is not a text, or highestBlock is not a number');
  return [status, highest];
}

function headersOf(value: unknown): ExtHeader[] {
  if (!Array.isArray(value)) throw new ExtClientError('invalid-ext-header', 'headers is not a list');
  return value.map((item: unknown, index) => {
    const [number, root] = Array.isArray(item) ? (item as unknown[]) : [];
    if (typeof number !== 'number' || typeof root !== 'string' || !/^[0-9a-f]*$/i.test(root))
      throw new ExtClientError('invalid-ext-header', `Header ${index} is not [block number, root as hex]`);
    return { number, root: Buffer.from(root, 'hex') };
  });
}
