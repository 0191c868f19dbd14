import { fstatSync } from 'node:fs';
import {
  checkedDigest,
  FRAME_HEAD_LENGTH,
  frameEntries,
  frameLength,
  HEADER_LENGTH,
  readHeader,
  type LogEntry,
  type LogHeader,
  type LogPoint,
} from './log-format.ts';
import { readUpTo } from './whole-file.ts';
import { WindowReader } from './window-reader.ts';

/** What is wrong with a log, for a sentence: `byte 72 of state.log`. */
export interface LogDamage {
  readonly damage: string;
}

export interface LogContent {
  readonly header: LogHeader;
  /** Behind the last whole frame. */
  readonly end: LogPoint;
  /** Bytes behind the end that are no whole frame: what was being written when the machine stopped. */
  readonly lostBytes: number;
}

/**
 * Reads a log, and checks every byte of it up to its last whole frame.
 * @param required points that the log must have for a header; what lies behind all of them may be missing
 * @param take is given the entries of each frame that is whole
 */
export function readLog(
  handle: number,
  required: (header: LogHeader) => readonly LogPoint[],
  take: (entry: LogEntry) => void,
): LogContent | LogDamage {
  const { size } = fstatSync(handle);
  const header = readHeader(readUpTo(handle, 0, HEADER_LENGTH));
  if (header === 'damaged') return { damage: 'its beginning is damaged' };
  if (header === 'other version') return { damage: 'it was written by another version of coind' };
  const missing = new Map([header.base, ...required(header)].map((point) => [`${point.offset} ${point.digest.toString('hex')}`, point]));
  const met = ({ offset, digest }: LogPoint): boolean => missing.delete(`${offset} ${digest.toString('hex')}`);
  const reader = new WindowReader(handle);
  let end: LogPoint = { offset: HEADER_LENGTH, digest: header.id };
  met(end);
  for (;;) {
    const { offset } = end;
    const length = frameLength(reader.read(offset, FRAME_HEAD_LENGTH));
    if (length === undefined || offset + length > size) break;
    const frame = reader.read(offset, length);
    const digest = frame.length === length ? checkedDigest(frame, end.digest) : undefined;
    if (digest === undefined) break;
    for (const entry of frameEntries(frame, offset)) take(entry);
    end = { offset: offset + length, digest };
    met(end);
  }
  const [point] = missing.values();
  if (point !== undefined) {
    return {
      damage:
        end.offset === size
          ? `it ends at byte ${size} and must have ${point.offset}`
          : `it is damaged at or after byte ${end.offset} of ${size}`,
    };
  }
  return { header, end, lostBytes: size - end.offset };
}
