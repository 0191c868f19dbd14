import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openUserFile, UserFileError } from '../../specs/model/user-file.ts';
import { PreparedFileError } from './errors.ts';

/** No line of a prepared file is as long: a full block takes 8 MB in hex. */
const MAX_LINE = 64 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

const REMEDY = 'prepare the transactions again';

/**
 * The lines of a file, read as they are consumed; decompressed if its name ends with `.gz`. Throws `PreparedFileError` if
 * the file does not exist, cannot be read, or is cut off.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of bytesOf(file)) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop()!;
      if (rest.length > MAX_LINE)
        throw new PreparedFileError(`${file} is not a file of prepared transactions: it has a line of over ${MAX_LINE} bytes`);
      yield* lines;
    }
  } catch (error) {
    throw readable(error, file);
  }
  if (rest !== '') throw new PreparedFileError(`${file} is cut off within its last line`, { remedy: REMEDY });
}

function bytesOf(file: string): AsyncIterable<Buffer> {
  const source = createReadStream(file, { fd: openUserFile(file), highWaterMark: CHUNK_BYTES });
  // An error of either stream ends the other one, and the loop that reads.
  return file.endsWith('.gz') ? pipeline(source, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined) : source;
}

/** An error of the system or of zlib as one for the user. */
function readable(error: unknown, file: string): unknown {
  if (error instanceof UserFileError)
    return error.isMissing
      ? new PreparedFileError(`there is no file ${file}`, { remedy: 'prepare transactions, or give the path of a file that holds them' })
      : new PreparedFileError(`${file} cannot be read: ${error.reason}`, {
          remedy: 'give the path of a file that holds transactions',
          cause: error,
        });
  const code = (error as { readonly code?: unknown }).code;
  switch (code) {
    case 'Z_BUF_ERROR':
      return new PreparedFileError(`${file} is cut off: its compressed data ends too early`, { remedy: REMEDY, cause: error });
    case 'Z_DATA_ERROR':
      return new PreparedFileError(`${file} is damaged, or not compressed with gzip as its name says`, { remedy: REMEDY, cause: error });
    default:
      return error;
  }
}
