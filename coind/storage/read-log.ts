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

/** Why a log is damaged, as part of a message. */
export interface LogDamage {
  readonly damage: string;
}

export interface LogContent {
  readonly header: LogHeader;
  /** End of the last complete frame. */
  readonly end: LogPoint;
  /** Number of bytes after the last complete frame: an unfinished write when the machine stopped. */
  readonly lostBytes: number;
}

/**
 * Reads a log, and verifies every byte up to its last complete frame.
 * @param required points that a log with this header must contain; data after the last of them may be missing
 * @param take called with the entries of each complete frame
 */
export function readLog(
  handle: number,
  required: (header: LogHeader) => readonly LogPoint[],
  take: (entry: LogEntry) => void,
): LogContent | LogDamage {
  const { size } = fstatSync(handle);
  const header = readHeader(readUpTo(handle, 0, HEADER_LENGTH));
  if (header === 'damaged') return { damage: 'its header is invalid' };
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
          ? `it ends at byte ${size}; at least ${point.offset} bytes are expected`
          : `it is damaged at or after byte ${end.offset} of ${size}`,
    };
  }
  return { header, end, lostBytes: size - end.offset };
}
