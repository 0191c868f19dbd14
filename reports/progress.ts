import type { Outcome } from '../engine/outcome.ts';
import { coloursFor, type Colours, type TerminalStream } from './colours.ts';
import { forTerminal } from './escape.ts';
import { count, duration } from './format.ts';
import { terminalWidth } from './terminal-width.ts';

const REDRAW_MS = 100;
const PLAIN_LINE_MS = 10_000;
/** The rate of this time is compared with that of the run before. */
const RECENT_MS = 5_000;
/** The line shows what the run waits for when the rate has fallen to less than this share. */
const SLOW_SHARE = 0.1;

export interface ProgressOptions {
  readonly stream: TerminalStream;
  readonly planned: number;
  readonly environment?: NodeJS.ProcessEnv;
  /** Milliseconds, monotonic. */
  readonly now?: () => number;
}

/**
 * Progress of a run: one rewritten line on a terminal, otherwise a plain line every ten seconds. When the rate falls far, it shows the
 * case that runs longest. It never keeps a process alive.
 */
export class Progress {
  readonly #stream: TerminalStream;
  readonly #colours: Colours;
  readonly #planned: number;
  readonly #now: () => number;
  readonly #startedMs: number;
  #shownMs: number;
  #done = 0;
  #failed = 0;
  /** Cases that failed once and will be retried. */
  readonly #suspects = new Set<string>();
  /** When the running cases began, oldest first. */
  readonly #running = new Map<string, number>();
  /** Numbers of done cases at times, at most one in each second and from the last one before `RECENT_MS` ago. */
  #marks: { readonly ms: number; readonly done: number }[] = [];
  #suite = '';
  #drawn = false;

  constructor({ stream, planned, environment = process.env, now = () => performance.now() }: ProgressOptions) {
    this.#stream = stream;
    this.#colours = coloursFor(stream, environment);
    this.#planned = planned;
    this.#now = now;
    this.#startedMs = now();
    this.#shownMs = stream.isTTY === true ? -Infinity : this.#startedMs;
  }

  /** A case begins. */
  begun(id: string): void {
    this.#running.delete(id);
    this.#running.set(id, this.#now());
  }

  /** Shows the progress if that is due: while a case takes long, nothing else does. */
  tick(): void {
    this.#drawInTime();
  }

  outcome(outcome: Pick<Outcome, 'id' | 'status' | 'suite'>): void {
    this.#suspects.delete(outcome.id);
    this.#running.delete(outcome.id);
    this.#done++;
    if (outcome.status === 'failed') this.#failed++;
    this.#suite = outcome.suite;
    this.#drawInTime();
  }

  /** A case failed; its outcome follows after the retry. */
  suspect(id: string): void {
    this.#suspects.add(id);
    this.#running.delete(id);
    this.#drawInTime();
  }

  /** The case that runs longest, in words, if far fewer cases have ended lately than before. */
  #waitsFor(now: number): string | undefined {
    const [mark] = this.#marks;
    const [longest] = this.#running;
    if (mark === undefined || longest === undefined || now - mark.ms < RECENT_MS) return undefined;
    const before = mark.done / Math.max(mark.ms - this.#startedMs, 1);
    const recent = (this.#done - mark.done) / (now - mark.ms);
    const [id, sinceMs] = longest;
    return recent < before * SLOW_SHARE ? `waiting for ${forTerminal(id)} (${duration(now - sinceMs)})` : undefined;
  }

  #mark(now: number): void {
    const last = this.#marks.at(-1);
    if (last === undefined || now - last.ms >= 1_000) this.#marks.push({ ms: now, done: this.#done });
    while (this.#marks[1] !== undefined && now - this.#marks[1].ms >= RECENT_MS) this.#marks.shift();
  }

  #drawInTime(): void {
    const now = this.#now();
    this.#mark(now);
    if (now - this.#shownMs < (this.#stream.isTTY === true ? REDRAW_MS : PLAIN_LINE_MS)) return;
    this.#shownMs = now;
    this.#draw(now);
  }

  /** Writes a separate line above the progress. */
  note(text: string): void {
    this.#clear();
    this.#stream.write(`${forTerminal(text)}\n`);
    if (this.#stream.isTTY === true && this.#done > 0) this.#draw(this.#now());
  }

  /** Removes the rewritten line, so that later output starts on an empty line. */
  close(): void {
    this.#clear();
  }

  #draw(now: number): void {
    const seconds = Math.max((now - this.#startedMs) / 1_000, 0.001);
    const share = this.#planned === 0 ? 1 : Math.min(1, this.#done / this.#planned);
    const suspects = this.#suspects.size;
    const failed = suspects === 0 ? `${count(this.#failed)} failed` : `${count(this.#failed)} failed, ${count(suspects)} to confirm`;
    const parts = [
      `${count(this.#done)}/${count(this.#planned)} cases`,
      failed,
      forTerminal(this.#suite),
      `${count(Math.round(this.#done / seconds))}/s`,
      duration(now - this.#startedMs),
    ];
    const waiting = this.#waitsFor(now);
    if (waiting !== undefined) parts.push(waiting);
    if (this.#stream.isTTY !== true) {
      this.#stream.write(`${parts.join(' · ')}\n`);
      return;
    }
    const width = 20;
    const filled = Math.round(share * width);
    const columns = terminalWidth(this.#stream);
    const bar = columns > 70 ? `${'━'.repeat(filled)}${'─'.repeat(width - filled)} ` : '';
    // Cut before colouring: a colour code cut in half would colour everything after it.
    const text = `${bar}${parts.join(' · ')}`.slice(0, Math.max(1, columns - 1));
    const coloured = this.#failed + suspects > 0 ? text.replace(failed, this.#colours.red(failed)) : text;
    this.#stream.write(`\r\u001b[2K${coloured}`);
    this.#drawn = true;
  }

  #clear(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[2K');
    this.#drawn = false;
  }
}
