import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import type { Secrets } from '../client/mask.ts';
import type { Wire } from '../specs/model/wire.ts';
import { parse, stringify, toPlain } from '../client/wire-json.ts';
import type { Universe } from './coverage.ts';
import { maskLine } from './mask-line.ts';
import { shortenLine } from './shorten-line.ts';
import type { Finding, Outcome } from './types.ts';
import { UserError } from '../specs/model/user-error.ts';

/** The node under trial, as every report shows it. */
export interface JournalTarget {
  /** As given on the command line, without credentials: `process:litecoind`. */
  readonly name: string;
  readonly kind: string;
  /** What the node gives in `getnetworkinfo`; null where it gives none. */
  readonly version: number | null;
  readonly subversion: string;
  readonly chain: string;
  /** The target file in use, or null for none. */
  readonly targetFile: string | null;
}

/** The first line: what was to be tried, on what. */
export interface StartLine {
  readonly t: 'start';
  /** Version of Pyx. */
  readonly pyx: string;
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The command line, without secrets. */
  readonly command: readonly string[];
  readonly target: JournalTarget;
  /** The state of the node before anything was tried (`stateOfNode`); without it, that of a node that Pyx has started. */
  readonly state?: string;
  /** Cases that the plan holds, and how many of them in each suite. */
  readonly planned: number;
  readonly suites: { readonly [suite: string]: number };
  /** Nothing was left out of the plan by options. */
  readonly wholeRun: boolean;
  readonly universe: Universe;
}

/** Something that people should know of the run, in one sentence. */
export interface NoteLine {
  readonly t: 'note';
  readonly text: string;
}

/**
 * A failure that is yet to be confirmed on a fresh world. The outcome of the case follows; if the run was killed
 * before, this line is all there is, so it may say whatever is known already.
 */
export interface SuspectLine extends Partial<Omit<Outcome, 'id' | 'findings' | 'status' | 'hits'>> {
  readonly t: 'suspect';
  readonly id: string;
  readonly findings: readonly Finding[];
}

export interface OutcomeLine extends Outcome {
  readonly t: 'outcome';
}

/** Where time went apart from cases, which tell theirs: `stop node`. Lines with the same `what` add up. */
export interface TimeLine {
  readonly t: 'time';
  readonly what: string;
  readonly ms: number;
}

/** The last line. A run that was killed has none. */
export interface EndLine {
  readonly t: 'end';
  /** All was tried that could be: every planned case has its outcome, be it that it could not be prepared. */
  readonly complete: boolean;
  /** Why it is not complete: what ended the run before, in words of ours alone. */
  readonly stopped?: string;
  readonly durationMs: number;
}

export type JournalLine = StartLine | NoteLine | SuspectLine | OutcomeLine | TimeLine | EndLine;

/** A line as it is read back: `atMs` is when it was written, in milliseconds since the journal was opened. */
export type WrittenLine = JournalLine & { readonly atMs: number };

/** The file is no journal, or is damaged; the message is for the user. */
export class JournalError extends UserError {
  override readonly name = 'JournalError';
}

/** Calls and answers keep every digit; all other numbers are ordinary ones, and most lines have no others. */
const LOSSLESS = ['request', 'response'] as const;
/** Deeper than any answer the client takes by default, with what a line puts around it. */
const MAX_DEPTH = 1_000;

/** Lines of fewer characters hold nothing that is worth cutting. */
const LONG_LINE = 16_384;

/** Writes a journal, one JSON object a line, each at once, so that a kill loses none that was written. */
export class JournalWriter {
  readonly #secrets: Secrets;
  readonly #openedMs = performance.now();
  #fd: number | undefined;

  /** Creates the file, or empties it. Throws what the file system throws. */
  constructor(file: string, secrets: Secrets) {
    this.#secrets = secrets;
    this.#fd = openSync(file, 'w');
  }

  /** Writes one line, with every registered secret masked and what is very long cut. Throws after `close`, and when the disk is full. */
  append(line: JournalLine): void {
    if (this.#fd === undefined) throw new Error('the journal is closed');
    let written: WrittenLine = { ...line, atMs: Math.round(performance.now() - this.#openedMs) };
    let text = textOf(written);
    // Masking the written line could break its JSON (a secret may look like a number or a name of ours): then the
    // values are masked one by one.
    if (this.#secrets.mask(text) !== text) {
      written = maskLine(written, this.#secrets);
      text = textOf(written);
    }
    // Masked first: a secret of which one half was cut off would no longer be found.
    if (text.length > LONG_LINE) text = textOf(shortenLine(written));
    writeFileSync(this.#fd, `${text}\n`);
  }

  /** Safe to call twice. */
  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

/** One line as JSON, with every digit of calls and answers. */
function textOf(line: WrittenLine): string {
  return stringify(line as unknown as Wire);
}

/**
 * Reads a journal line by line; memory holds one line at a time. The last line may be cut short by a kill and is left
 * out then. Throws `JournalError` for a file that is no journal or is damaged elsewhere.
 */
export async function* readJournal(file: string): AsyncGenerator<WrittenLine> {
  let number = 0;
  for await (const { text, ended } of linesOf(file)) {
    number++;
    const line = read(text);
    if (line) yield line;
    else if (ended || number === 1)
      throw new JournalError(`${file}, line ${number}: not a line of a journal`, { remedy: 'give the journal.jsonl of a run' });
  }
  if (number === 0) throw new JournalError(`${file} is empty`, { remedy: 'give the journal.jsonl of a run' });
}

function read(text: string): WrittenLine | undefined {
  const lossless = LOSSLESS.some((name) => text.includes(`"${name}":`));
  let value: Wire;
  try {
    value = lossless ? parse(text, MAX_DEPTH) : (JSON.parse(text) as Wire);
  } catch {
    return undefined; // cut short or damaged: the caller knows which, by where it stands
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value) || typeof (value as { t?: unknown }).t !== 'string')
    return undefined;
  if (!lossless) return value as unknown as WrittenLine;
  const line = value as Record<string, Wire>;
  // What is to stay exact is left as it is.
  const members = Object.entries(line).map(([name, member]) => [name, isLossless(name) ? member : toPlain(member)]);
  return Object.fromEntries(members) as WrittenLine;
}

function isLossless(name: string): boolean {
  return LOSSLESS.some((one) => one === name);
}

const LINE_FEED = 0x0a;

/**
 * Lines end with a line feed and nothing else: readers that also break at U+2028 would tear what a node sent apart.
 * Cut from bytes, so that a text kept from one line keeps no more than that line in memory.
 */
async function* linesOf(file: string): AsyncGenerator<{ text: string; ended: boolean }> {
  let pieces: Buffer[] = [];
  for await (const chunk of createReadStream(file)) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      yield { text: Buffer.concat([...pieces, rest.subarray(0, end)]).toString('utf8'), ended: true };
      pieces = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) pieces.push(rest);
  }
  if (pieces.length > 0) yield { text: Buffer.concat(pieces).toString('utf8'), ended: false };
}
