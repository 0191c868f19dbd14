import type { ServerResponse } from 'node:http';

/** The newest form of a section. */
export interface Slot {
  readonly html: string;
  /** Counts its forms. */
  readonly version: number;
}

type Slots = ReadonlyMap<string, Slot>;

/**
 * One page that is drawn. While it does not read, nothing more is written to it: it misses forms of sections, and gets the newest
 * once it reads again.
 */
export class LiveClient {
  readonly #response: ServerResponse;
  /** The versions of the sections that it was sent. */
  readonly #sent = new Map<string, number>();
  #isBlocked = false;
  #blockedSinceMs = 0;
  /** Of the page, once the command has ended. */
  #endTitle: string | undefined;

  /** `newest`: what to send when it reads again. */
  constructor(response: ServerResponse, newest: () => Slots) {
    this.#response = response;
    response.on('drain', () => {
      this.#isBlocked = false;
      this.#sendAll(newest());
    });
    // The connection broke: there is nobody to tell.
    response.on('error', () => response.destroy());
    // Headers alone let the page know that it is connected.
    response.flushHeaders();
  }

  /** For how long it has not read what it was sent; -1 while it reads. */
  get unreadMs(): number {
    return this.#isBlocked ? performance.now() - this.#blockedSinceMs : -1;
  }

  /** Sends what has changed since it was sent last, unless it does not read. */
  send(slots: Slots): void {
    if (this.#isBlocked || this.#response.writableEnded) return;
    const changed = [...slots].filter(([id, { version }]) => this.#sent.get(id) !== version);
    if (changed.length === 0) return;
    for (const [id, { version }] of changed) this.#sent.set(id, version);
    this.#write(
      'sections',
      changed.map(([id, { html }]) => [id, html]),
    );
  }

  /** Sends the rest and that the command has ended. Resolves when the page has closed the connection, or it is broken. */
  async end(slots: Slots, title: string): Promise<void> {
    if (this.#response.destroyed) return;
    const isClosed = new Promise<void>((resolve) => {
      this.#response.once('close', () => resolve());
    });
    this.#endTitle = title;
    if (!this.#isBlocked) this.#sendAll(slots);
    await isClosed;
  }

  /** Ends the answer: a page that has not closed the connection will not. */
  finish(): void {
    this.#response.end();
  }

  drop(): void {
    this.#response.destroy();
  }

  #sendAll(slots: Slots): void {
    this.send(slots);
    if (this.#endTitle === undefined) return;
    // The page closes the connection when it has read this. If it were closed here, the page would open it again.
    this.#write('end', { title: this.#endTitle });
    this.#endTitle = undefined;
  }

  #write(event: string, data: unknown): void {
    if (this.#response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`) || this.#isBlocked) return;
    this.#isBlocked = true;
    this.#blockedSinceMs = performance.now();
  }
}
