import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { UserError } from '../../specs/model/user-error.ts';
import type { Probe } from './probe.ts';
import { readProbes } from './read-probes.ts';

/** A text that is no path of a finding. */
export class PathError extends UserError {
  override readonly name = 'PathError';
}

/** More than any sequence of requests takes: a text that grows beyond it was not made by Pyx. */
const MAX_BYTES = 64 * 1_024 * 1_024;

/** Requests as a short text without spaces, which a replay command contains. */
export function pathText(probes: readonly Probe[]): string {
  return deflateRawSync(JSON.stringify(probes), { level: 9 }).toString('base64url');
}

/** The requests of a text that `pathText` made. Throws `PathError`. */
export function readPathText(text: string): Probe[] {
  try {
    if (!/^[\w-]+$/.test(text)) throw new Error('it has characters other than letters, digits, _ and -');
    return readProbes(JSON.parse(inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: MAX_BYTES }).toString('utf8')));
  } catch (error) {
    throw new PathError(`--path: the text is not the path of a finding (${(error as Error).message})`, {
      remedy: 'give the text or the file that pyx fuzz printed with it',
      cause: error,
    });
  }
}
