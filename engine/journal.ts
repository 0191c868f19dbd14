import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import type { Secrets } from '../client/mask.ts';
import type { Wire } from '../specs/model/wire.ts';
import { parse, stringify, toPlain } from '../client/wire-json.ts';
import type { Universe } from './coverage.ts';
import type { Environment } from './environment.ts';
import { lineProblem, MAX_LINE_NESTING } from './journal-form.ts';
import { maskLine } from './mask-line.ts';
import { shortenLine } from './shorten-line.ts';
import type { ReportedTarget } from './reported-target.ts';
import type { Severity } from './severity.ts';
import type { Finding, Outcome } from './types.ts';
import type { WaiverStanding } from './waiver-standing.ts';
import { UserError } from '../specs/model/user-error.ts';
import { openUserFile, UserFileError } from '../specs/model/user-file.ts';

/** The first line: the node and the plan. */
export interface StartLine {
  readonly t: 'start';
  /** Version of Pyx. */
  readonly pyx: string;
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The command line, without secrets. */
  readonly command: readonly string[];
  readonly target: ReportedTarget;
  /** The state of the node before the first case (`stateOfNode`). Default: that of a node started by Pyx. */
  readonly state?: string;
  /** Number of planned cases, in total and in each suite. */
  readonly planned: number;
  readonly suites: { readonly [suite: string]: number };
  /** The plan has all cases: no option left any out. */
  readonly wholeRun: boolean;
  readonly universe: Universe;
  /** Of a shard. `whole`: what can be covered by all shards, if they have all cases. */
  readonly shard?: { readonly index: number; readonly total: number; readonly whole?: Universe };
  /** The machine that Pyx ran on. */
  readonly environment?: Environment;
  /** Findings from this severity on make the run fail. Default: `DEFAULT_FAIL_ON`. */
  readonly failOn?: Severity;
}

/** A remark on the run for its user, in one sentence. */
export interface NoteLine {
  readonly t: 'note';
  readonly text: string;
}

/**
 * A failure that is not confirmed yet. The outcome of the case follows, unless the run was killed before: so this line
 * may have all members of an outcome that are known.
 */
export interface SuspectLine extends Partial<Omit<Outcome, 'id' | 'findings' | 'status' | 'hits'>> {
  readonly t: 'suspect';
  readonly id: string;
  readonly findings: readonly Finding[];
}

export interface OutcomeLine extends Outcome {
  readonly t: 'outcome';
}

/** Time spent outside cases, such as `stop node`. Lines with the same `what` are added up. */
export interface TimeLine {
  readonly t: 'time';
  readonly what: string;
  readonly ms: number;
  /** The node that was started or stopped. */
  readonly node?: string;
}

/**
 * What a shard shows of each waiver of the target file, which only all shards together can judge. Of runs with several
 * seeds, only the last one has the line, with what all of them show.
 */
export interface WaiversLine {
  readonly t: 'waivers';
  readonly standings: readonly WaiverStanding[];
}

/** The last line. A run that was killed has none. */
export interface EndLine {
  readonly t: 'end';
  /** Every planned case has an outcome, also if it was skipped because a prerequisite could not be made. */
  readonly complete: boolean;
  /** What ended the run early, if it is not complete. Contains no text from the node. */
  readonly stopped?: string;
  readonly durationMs: number;
}

export type JournalLine = StartLine | NoteLine | SuspectLine | OutcomeLine | TimeLine | WaiversLine | EndLine;

/** A line as it is read: `atMs` is the time when it was written, in milliseconds since the journal was opened. */
export type WrittenLine = JournalLine & { readonly atMs: number };

/** A file that is not a journal, or is damaged. */
export class JournalError extends UserError {
  override readonly name = 'JournalError';
}

/** Members whose numbers keep every digit. Most lines have neither. */
const LOSSLESS = ['request', 'response'] as const;
/** Far more than a line has whose long texts were cut. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const REMEDY = 'give the journal.jsonl of a run';

/** Shorter lines need no cutting. */
const LONG_LINE = 16_384;

/** Writes a journal, one JSON object per line. Each line is written at once, so that a kill loses none. */
export class JournalWriter {
  readonly #secrets: Secrets;
  readonly #openedMs = performance.now();
  #fd: number | undefined;

  /** Creates the file, or empties it. Throws what the file system throws. */
  constructor(file: string, secrets: Secrets) {
    this.#secrets = secrets;
    this.#fd = openSync(file, 'w');
  }

  /** Writes one line, with registered secrets masked and very long texts cut. Throws after `close`, and if the disk is full. */
  append(line: JournalLine): void {
    if (this.#fd === undefined) throw new Error('the journal is closed');
    let written: WrittenLine = { ...line, atMs: Math.round(performance.now() - this.#openedMs) };
    let text = textOf(written);
    // Masking the whole line could break its JSON (a secret may equal a number or the name of a member), so the values
    // are masked one by one.
    if (this.#secrets.mask(text) !== text) {
      written = maskLine(written, this.#secrets);
      text = textOf(written);
    }
    // After masking: half a secret would no longer be found.
    if (text.length > LONG_LINE) text = textOf(shortenLine(written));
    writeFileSync(this.#fd, `${text}\n`);
  }

  /** Safe to call twice. */
  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

/** One line as JSON, with every digit of its numbers. */
export function textOf(line: WrittenLine): string {
  return stringify(line as unknown as Wire);
}

/**
 * Reads a journal line by line, with one line in memory at a time. A last line that was cut short by a kill is left out.
 * Throws `JournalError` for a file that is not a journal or is damaged elsewhere.
 */
export async function* readJournal(file: string): AsyncGenerator<WrittenLine> {
  let number = 0;
  for await (const { text, ended } of linesOf(file)) {
    number++;
    const line = read(text);
    const isCut = line === undefined && !ended && number > 1;
    if (isCut) continue;
    const problem = line === undefined ? 'it is no JSON object with a member t' : lineProblem(line);
    if (line === undefined || problem !== undefined)
      throw new JournalError(`${file}, line ${number}: not a line of a journal: ${problem}`, { remedy: REMEDY });
    yield line;
  }
  if (number === 0) throw new JournalError(`${file} is empty`, { remedy: REMEDY });
}

function read(text: string): WrittenLine | undefined {
  const lossless = LOSSLESS.some((name) => text.includes(`"${name}":`));
  let value: Wire;
  try {
    value = lossless ? parse(text, MAX_LINE_NESTING) : (JSON.parse(text) as Wire);
  } catch {
    return undefined; // cut short or damaged: the caller decides by its position
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value) || typeof (value as { t?: unknown }).t !== 'string')
    return undefined;
  if (!lossless) return value as unknown as WrittenLine;
  const line = value as Record<string, Wire>;
  // Lossless members stay exact.
  const members = Object.entries(line).map(([name, member]) => [name, isLossless(name) ? member : toPlain(member)]);
  return Object.fromEntries(members) as WrittenLine;
}

function isLossless(name: string): boolean {
  return LOSSLESS.some((one) => one === name);
}

const LINE_FEED = 0x0a;

/**
 * Splits at line feeds only: readline also splits at U+2028, which a node may send. Splits bytes, so that a string kept
 * from one line does not keep a whole chunk in memory.
 */
async function* linesOf(file: string): AsyncGenerator<{ text: string; ended: boolean }> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(file, { fd: opened(file) })) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      yield { text: Buffer.concat([...pieces, rest.subarray(0, end)]).toString('utf8'), ended: true };
      pieces = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) pieces.push(rest);
    bytes += rest.length;
    if (bytes > MAX_LINE_BYTES)
      throw new JournalError(`${file} is not a journal: it has a line of over ${MAX_LINE_BYTES} bytes`, { remedy: REMEDY });
  }
  if (pieces.length > 0) yield { text: Buffer.concat(pieces).toString('utf8'), ended: false };
}

function opened(file: string): number {
  try {
    return openUserFile(file);
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    throw new JournalError(error.message, { remedy: REMEDY, cause: error });
  }
}
