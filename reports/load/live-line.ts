import type { SecondFigures } from '../../load/generator/types.ts';
import type { SaturationStep } from '../../load/results.ts';
import type { TerminalStream } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { count, duration } from '../format.ts';
import { latency, perSecond } from './units.ts';

const REDRAW_MS = 100;
/** Where lines cannot be rewritten, one is written this often. */
const PLAIN_LINE_MS = 5_000;
const DEFAULT_COLUMNS = 80;
const BAR = 20;

/**
 * Progress of a load: one rewritten line on a terminal, otherwise a plain line every five seconds. It uses no timer, so it
 * never keeps a process alive.
 */
export class LiveLine {
  readonly #stream: TerminalStream;
  readonly #now: () => number;
  #shownMs: number;
  #phase = '';
  #phaseMs = 0;
  #phaseSinceMs = 0;
  #drawn = false;

  /** `now`: milliseconds, monotonic. */
  constructor({ stream, now = () => performance.now() }: { readonly stream: TerminalStream; readonly now?: () => number }) {
    this.#stream = stream;
    this.#now = now;
    this.#shownMs = stream.isTTY === true ? -Infinity : now();
  }

  /** A step of the preparation. */
  progress(what: string, done: number, total: number): void {
    this.#drawInTime(`${bar(done / Math.max(1, total))}${what} ${count(done)}/${count(total)}`);
  }

  /** A phase of the load begins, which takes this long. */
  phase(name: string, durationMs: number): void {
    this.#phase = name;
    this.#phaseMs = durationMs;
    this.#phaseSinceMs = this.#now();
    this.#drawInTime(`${bar(0)}${name}`);
  }

  second({ results, p99Us, failed, refused, inFlight, waiting }: SecondFigures): void {
    const passedMs = Math.min(this.#phaseMs, this.#now() - this.#phaseSinceMs);
    const parts = [
      this.#phase,
      `${duration(passedMs)} of ${duration(this.#phaseMs)}`,
      `${perSecond(results)}/s`,
      `p99 ${latency(p99Us)}`,
      `${count(failed)} failed`,
      ...(refused > 0 ? [`${count(refused)} refused`] : []),
      `${count(inFlight)} in flight`,
      ...(waiting > 0 ? [`${count(waiting)} waiting`] : []),
    ];
    this.#drawInTime(`${bar(passedMs / Math.max(1, this.#phaseMs))}${parts.join(' · ')}`);
  }

  /** A rate was tried: a line that stays. */
  step({ ratePerS, passed, p99Us, failed }: SaturationStep): void {
    this.#clear();
    const outcome = passed ? 'met' : `not met: ${failed.join(', ')}`;
    this.#stream.write(`${forTerminal(`${perSecond(ratePerS).padStart(8)} calls/s  p99 ${latency(p99Us).padStart(8)}  ${outcome}`)}\n`);
  }

  /** Removes the rewritten line, so that later output starts on an empty line. */
  close(): void {
    this.#clear();
  }

  #drawInTime(text: string): void {
    const now = this.#now();
    const isTerminal = this.#stream.isTTY === true;
    if (now - this.#shownMs < (isTerminal ? REDRAW_MS : PLAIN_LINE_MS)) return;
    this.#shownMs = now;
    if (!isTerminal) {
      this.#stream.write(`${forTerminal(text.replace(/^[━─]+ /, ''))}\n`);
      return;
    }
    this.#stream.write(`\r\u001b[2K${forTerminal(text).slice(0, Math.max(1, (this.#stream.columns ?? DEFAULT_COLUMNS) - 1))}`);
    this.#drawn = true;
  }

  #clear(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[2K');
    this.#drawn = false;
  }
}

function bar(part: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, part)) * BAR);
  return `${'━'.repeat(filled)}${'─'.repeat(BAR - filled)} `;
}
