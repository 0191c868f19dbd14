import type { Socket } from 'node:net';
import type { DueTimes } from './due-times.ts';
import type { PeerMessages } from './peer-messages.ts';
import type { RelayUseMeter } from './relay-use.ts';
import type { Schedule } from './schedule.ts';

/** Something that leaves the link at its time: bytes, the end of the sender's data, or its failure. */
interface Part {
  readonly dueMs: number;
  readonly what: Buffer | 'end' | 'failure';
}

/** Written at once. */
const MAX_PARTS = 64;

export interface FlowOptions {
  readonly from: Socket;
  readonly to: Socket;
  readonly times: DueTimes;
  readonly messages: PeerMessages;
  readonly schedule: Schedule;
  readonly use: RelayUseMeter;
}

/**
 * One direction of a connection: what is read of one socket is written to the other when it is due, in its order. A sender is not
 * read while as much is waiting as the line holds, so that memory is bounded and the sender notices that the receiver is slow.
 */
export class Flow {
  readonly #options: FlowOptions;
  #parts: Part[] = [];
  /** The first of `#parts` that has not left. */
  #next = 0;
  #waitingBytes = 0;
  /** The receiver takes no more at present. */
  #isBlocked = false;
  /** Nothing could leave before. */
  #openedMs = -Infinity;
  #isClosed = false;

  constructor(options: FlowOptions) {
    this.#options = options;
    const { from, to } = options;
    from.on('data', (chunk: Buffer) => this.#read(chunk));
    from.on('end', () => this.#add('end', performance.now()));
    // A reset is passed on after what was sent before it.
    from.on('close', (hadError) => {
      if (hadError) this.#add('failure', performance.now());
    });
    to.on('drain', () => this.#unblock());
    to.on('close', () => this.#close());
  }

  /** When its first part is due; Infinity where it has none that could leave. */
  get dueMs(): number {
    return this.#isBlocked ? Infinity : (this.#parts[this.#next]?.dueMs ?? Infinity);
  }

  /** Bytes that wait for their time, or for the receiver. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Lets everything leave that is due. */
  deliver(nowMs: number): void {
    const { from, to, times, use } = this.#options;
    const bytes: Buffer[] = [];
    while (this.dueMs <= nowMs && bytes.length < MAX_PARTS) {
      const { dueMs, what } = this.#parts[this.#next++]!;
      if (typeof what !== 'string') {
        bytes.push(what);
        this.#waitingBytes -= what.length;
        use.wrote(nowMs - Math.max(dueMs, this.#openedMs));
        continue;
      }
      this.#write(bytes.splice(0));
      if (what === 'end') to.end();
      else to.resetAndDestroy();
    }
    this.#write(bytes);
    if (this.#next > this.#parts.length / 2) {
      this.#parts = this.#parts.slice(this.#next);
      this.#next = 0;
    }
    if (from.isPaused() && this.#waitingBytes < times.maxWaitingBytes / 2) from.resume();
  }

  #read(chunk: Buffer): void {
    const { from, times, messages } = this.#options;
    const nowMs = performance.now();
    messages.push(chunk);
    const partBytes = Math.min(times.partBytes, chunk.length);
    for (let at = 0; at < chunk.length; at += partBytes) this.#add(chunk.subarray(at, at + partBytes), nowMs);
    if (this.#waitingBytes >= times.maxWaitingBytes) from.pause();
  }

  #add(what: Part['what'], nowMs: number): void {
    if (this.#isClosed) return;
    const bytes = typeof what === 'string' ? 0 : what.length;
    this.#waitingBytes += bytes;
    this.#parts.push({ dueMs: this.#options.times.of(bytes, nowMs), what });
    this.#options.schedule.add(this);
  }

  #write(parts: readonly Buffer[]): void {
    const { to } = this.#options;
    if (parts.length === 0) return;
    if (!to.write(parts.length === 1 ? parts[0]! : Buffer.concat(parts))) this.#isBlocked = true;
  }

  #unblock(): void {
    this.#isBlocked = false;
    this.#openedMs = performance.now();
    this.#options.schedule.add(this);
  }

  #close(): void {
    this.#isClosed = true;
    this.#parts = [];
    this.#next = 0;
    this.#waitingBytes = 0;
    this.#options.schedule.remove(this);
    // Nobody reads any more what comes.
    this.#options.from.resume();
  }
}
