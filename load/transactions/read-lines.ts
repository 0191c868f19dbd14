import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { PreparedFileError } from './errors.ts';

/** A line longer than this is of no prepared file: a block in hex takes 8 MB, where it is full. */
const MAX_LINE = 64 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

const REMEDY = 'prepare the transactions again';

/**
 * The lines of a file, read as they are asked for; decompressed where its name ends with `.gz`. Throws `PreparedFileError`
 * where there is no such file, and where its end is missing.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of bytesOf(file)) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop()!;
      if (rest.length > MAX_LINE)
        throw new PreparedFileError(`${file} is no file of prepared transactions: it has a line of over ${MAX_LINE} bytes`);
      yield* lines;
    }
  } catch (error) {
    throw readable(error, file);
  }
  if (rest !== '') throw new PreparedFileError(`${file} is cut off within its last line`, { remedy: REMEDY });
}

function bytesOf(file: string): AsyncIterable<Buffer> {
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  // What goes wrong in one of the two ends the other, and whoever reads.
  return file.endsWith('.gz') ? pipeline(source, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined) : source;
}

/** What the user can make of an error of the system or of zlib. */
function readable(error: unknown, file: string): unknown {
  const code = (error as { readonly code?: unknown }).code;
  switch (code) {
    case 'ENOENT':
      return new PreparedFileError(`there is no file ${file}`, {
        remedy: 'prepare transactions, or give the path of a file that holds them',
      });
    case 'EISDIR':
      return new PreparedFileError(`${file} is a folder, not a file of prepared transactions`);
    case 'EACCES':
    case 'EPERM':
      return new PreparedFileError(`${file} may not be read by this user`);
    case 'Z_BUF_ERROR':
      return new PreparedFileError(`${file} is cut off: its compressed data ends too early`, { remedy: REMEDY, cause: error });
    case 'Z_DATA_ERROR':
      return new PreparedFileError(`${file} is damaged, or not compressed with gzip as its name says`, { remedy: REMEDY, cause: error });
    default:
      return error;
  }
}
