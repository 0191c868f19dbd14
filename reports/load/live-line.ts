import type { SecondFigures } from '../../load/generator/types.ts';
import type { SaturationStep } from '../../load/results.ts';
import { coloursFor, type Colours, type TerminalStream } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { count, duration } from '../format.ts';
import { latency, perSecond } from './units.ts';
import { terminalWidth } from '../terminal-width.ts';

const REDRAW_MS = 100;
/** Where lines cannot be rewritten, one is written this often. */
const PLAIN_LINE_MS = 5_000;
const BAR = 20;

/**
 * Progress of a load: one rewritten line on a terminal, otherwise a plain line every five seconds. It uses no timer, so it
 * never keeps a process alive.
 */
export class LiveLine {
  readonly #stream: TerminalStream;
  readonly #colours: Colours;
  readonly #now: () => number;
  #shownMs: number;
  #phase = '';
  #phaseMs = 0;
  #phaseSinceMs = 0;
  #drawn = false;

  /** `now`: milliseconds, monotonic. */
  constructor({
    stream,
    environment = process.env,
    now = () => performance.now(),
  }: {
    readonly stream: TerminalStream;
    readonly environment?: NodeJS.ProcessEnv;
    readonly now?: () => number;
  }) {
    this.#stream = stream;
    this.#colours = coloursFor(stream, environment);
    this.#now = now;
    this.#shownMs = stream.isTTY === true ? -Infinity : now();
  }

  /** A part of the work begins: its first progress is shown at once. */
  begin(): void {
    this.#shownMs = -Infinity;
  }

  /** A step of the work. */
  progress(what: string, done: number, total: number): void {
    this.#drawInTime(done / Math.max(1, total), `${what} ${count(done)}/${count(total)}`);
  }

  /** A phase of the load begins, which takes this long. */
  phase(name: string, durationMs: number): void {
    this.#phase = name;
    this.#phaseMs = durationMs;
    this.#phaseSinceMs = this.#now();
    // Elsewhere a line without figures would only separate those with figures.
    if (this.#stream.isTTY === true) this.#drawInTime(0, name);
  }

  second({ results, p99Us, failed, refused, inFlight, waiting }: SecondFigures): void {
    const passedMs = Math.min(this.#phaseMs, this.#now() - this.#phaseSinceMs);
    const failures = `${count(failed)} failed`;
    const refusals = `${count(refused)} refused`;
    const bad = [...(failed > 0 ? [failures] : []), ...(refused > 0 ? [refusals] : [])];
    const parts = [
      this.#phase,
      `${duration(passedMs)} of ${duration(this.#phaseMs)}`,
      `${perSecond(results)}/s`,
      `p99 ${latency(p99Us)}`,
      failures,
      ...(refused > 0 ? [refusals] : []),
      `${count(inFlight)} in flight`,
      ...(waiting > 0 ? [`${count(waiting)} waiting`] : []),
    ];
    this.#drawInTime(passedMs / Math.max(1, this.#phaseMs), parts.join(' · '), bad);
  }

  /** A rate was tried: a line that stays. `isWhole`: by a load of the whole duration. */
  step({ ratePerS, passed, p99Us, failed }: SaturationStep, isWhole = false): void {
    this.#clear();
    const outcome = `${passed ? 'met' : `not met: ${failed.join(', ')}`}${isWhole ? ', by a whole load' : ''}`;
    this.#stream.write(`${forTerminal(`${perSecond(ratePerS).padStart(8)} calls/s  p99 ${latency(p99Us).padStart(8)}  ${outcome}`)}\n`);
  }

  /** Removes the rewritten line, so that later output starts on an empty line. */
  close(): void {
    this.#clear();
  }

  /** `part`: how far it is, from 0 to 1. `bad`: parts of the text to be shown in red. */
  #drawInTime(part: number, text: string, bad: readonly string[] = []): void {
    const now = this.#now();
    const isTerminal = this.#stream.isTTY === true;
    if (now - this.#shownMs < (isTerminal ? REDRAW_MS : PLAIN_LINE_MS)) return;
    this.#shownMs = now;
    const line = forTerminal(text);
    if (!isTerminal) {
      this.#stream.write(`${line}\n`);
      return;
    }
    const columns = terminalWidth(this.#stream) - 1;
    // The figures come first where there is no room for both.
    const whole = line.length + BAR < columns ? `${bar(part)}${line}` : line;
    // Cut before colouring: a colour code cut in half would colour everything after it.
    const cut = whole.slice(0, Math.max(1, columns));
    this.#stream.write(`\r\u001b[2K${bad.reduce((shown, piece) => shown.replace(piece, this.#colours.red(piece)), cut)}`);
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
