import type { TerminalStream } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { count, duration } from '../format.ts';
import { terminalWidth } from '../terminal-width.ts';

const REDRAW_MS = 100;
/** Where lines cannot be rewritten, one is written this often. */
const PLAIN_LINE_MS = 5_000;
/** The rate shown is that of about this time. */
const RATE_MS = 2_000;

export interface FuzzProgress {
  readonly runs: number;
  /** Infinity: limited by time only. */
  readonly planned: number;
  readonly findings: number;
  readonly answerKinds: number;
}

/**
 * Progress of a fuzz run: one rewritten line on a terminal, otherwise a plain line every five seconds. It uses no timer, so
 * it never keeps a process alive.
 */
export class FuzzLine {
  readonly #stream: TerminalStream;
  readonly #now: () => number;
  readonly #startedMs: number;
  #shownMs: number;
  #since: { readonly ms: number; readonly runs: number };
  #rate = 0;
  #drawn = false;

  /** `now`: milliseconds, monotonic. */
  constructor({ stream, now = () => performance.now() }: { readonly stream: TerminalStream; readonly now?: () => number }) {
    this.#stream = stream;
    this.#now = now;
    this.#startedMs = now();
    this.#since = { ms: this.#startedMs, runs: 0 };
    this.#shownMs = stream.isTTY === true ? -Infinity : this.#startedMs;
  }

  show({ runs, planned, findings, answerKinds }: FuzzProgress): void {
    const now = this.#now();
    const isTerminal = this.#stream.isTTY === true;
    if (now - this.#shownMs < (isTerminal ? REDRAW_MS : PLAIN_LINE_MS)) return;
    this.#shownMs = now;
    if (now - this.#since.ms >= RATE_MS || this.#rate === 0) {
      this.#rate = ((runs - this.#since.runs) / Math.max(1, now - this.#since.ms)) * 1_000;
      this.#since = { ms: now, runs };
    }
    const parts = [
      planned === Infinity ? `${count(runs)} requests` : `${count(runs)}/${count(planned)} requests`,
      `${count(findings)} found`,
      `${count(Math.round(this.#rate))}/s`,
      `${count(answerKinds)} kinds of answers`,
      duration(now - this.#startedMs),
    ];
    const line = forTerminal(parts.join(' · '));
    if (!isTerminal) {
      this.#stream.write(`${line}\n`);
      return;
    }
    this.#stream.write(`\r\u001b[2K${line.slice(0, Math.max(1, terminalWidth(this.#stream) - 1))}`);
    this.#drawn = true;
  }

  /** Writes a separate line above the progress. */
  note(text: string): void {
    this.close();
    this.#stream.write(`${forTerminal(text)}\n`);
  }

  /** Removes the rewritten line, so that later output starts on an empty line. */
  close(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[2K');
    this.#drawn = false;
  }
}
