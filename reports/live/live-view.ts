import type { Tile } from '../html/tiles.ts';

/** A part of a live page, which is replaced as a whole. */
export interface LiveSection {
  /** Unique within the page: letters and dashes. */
  readonly id: string;
  /** Escaped. Empty: nothing is shown yet. */
  readonly html: string;
}

/** What a command does now, and how far it is. */
export interface LiveStep {
  readonly what: string;
  readonly done: number;
  /** Infinity: not known. */
  readonly total: number;
  /** How far it is in words, if not as numbers. */
  readonly text?: string | undefined;
}

/** How the state of a command is shown. */
export interface LiveView {
  readonly step?: LiveStep | undefined;
  /** Below the title. */
  readonly tiles: readonly Tile[];
  /** The same ids in the same order each time. */
  readonly sections: readonly LiveSection[];
}

/** Collects what a live page shows of a command. It holds a bounded amount, however long the command takes. */
export interface LiveModel<State extends { readonly kind: string }> {
  /** The present state, as data that can be sent to a thread. May hold secrets and texts of a node. */
  snapshot(): State;
}
