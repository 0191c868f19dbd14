import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import type { Secrets } from '../client/mask.ts';
import type { Wire } from '../specs/model/wire.ts';
import { parse, stringify, toPlain } from '../client/wire-json.ts';
import type { JournalLine, WrittenLine } from './journal-lines.ts';
import { lineProblem, MAX_LINE_NESTING } from './journal-form.ts';
import { maskLine } from './mask-line.ts';
import { PASSED_CHARACTERS, shortenLine } from './shorten-line.ts';
import { UserError } from '../specs/model/user-error.ts';
import { openUserFile, UserFileError } from '../specs/model/user-file.ts';

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
    const isPassed = line.t === 'outcome' && line.status === 'passed';
    if (text.length > (isPassed ? PASSED_CHARACTERS : LONG_LINE)) text = textOf(shortenLine(written));
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
  return LOSSLESS.some((member) => member === name);
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
