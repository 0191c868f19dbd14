import { within } from '../../fixtures/targets/within.ts';
import { counted } from '../../reports/format.ts';
import type { Amount } from '../../reports/metrics/registry.ts';
import type { Outlet } from './outlet.ts';

const EVERY_MS = 1_000;
/** So long the end of a command waits at most for the last delivery. */
const LAST_MS = 3_000;

export interface DeliveriesOptions {
  /** Prints a line for the user. */
  readonly note: (text: string) => void;
  /** Counts what was not delivered. */
  readonly undelivered: Amount;
}

/**
 * Brings the figures to an outlet once a second. One that fails does not concern the command: it is reported once, and counted. While a
 * delivery takes longer, none is begun: totals lose nothing by that.
 */
export class Deliveries {
  readonly #outlet: Outlet;
  readonly #options: DeliveriesOptions;
  readonly #timer: NodeJS.Timeout;
  #current: Promise<void> | undefined;
  #all = 0;
  #failed = 0;
  #lastProblem = '';
  #isOver = false;

  constructor(outlet: Outlet, options: DeliveriesOptions) {
    this.#outlet = outlet;
    this.#options = options;
    this.#timer = setInterval(() => void this.#deliver(), EVERY_MS).unref();
  }

  /** Delivers the last figures. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const last = (async (): Promise<true> => {
      await this.#current;
      await this.#deliver();
      return true;
    })();
    const inTime = await within(last, LAST_MS);
    if (inTime === undefined) this.#fail(new Error(`no end within ${LAST_MS / 1_000} s`));
    this.#isOver = true;
    await this.#outlet.close();
    if (this.#failed === 0) return;
    this.#options.note(
      `note: ${this.#failed} of ${counted(this.#all, 'delivery', 'deliveries')} of metrics to ${this.#outlet.name} failed (${this.#lastProblem})`,
    );
  }

  #deliver(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    if (this.#current) return this.#current;
    this.#all++;
    this.#current = this.#outlet
      .deliver()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#current = undefined;
      });
    return this.#current;
  }

  #fail(error: unknown): void {
    // The one that took too long is counted.
    if (this.#isOver) return;
    this.#lastProblem = problemOf(error);
    this.#failed++;
    this.#options.undelivered.add(1);
    if (this.#failed === 1)
      this.#options.note(`warning: metrics are not delivered to ${this.#outlet.name} (${this.#lastProblem}); what is missing is counted`);
  }
}

/** The code of the system where there is one: messages of sockets have none when several addresses were tried. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, cause } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  if (typeof code === 'number') return `HTTP ${String(code)}${error.message === '' ? '' : ` ${error.message}`}`;
  return cause instanceof Error ? problemOf(cause) : error.message;
}
