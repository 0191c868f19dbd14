import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { Script } from 'node:vm';

/** A program whose code is kept compiled between its runs. */
export interface CachedProgram<Exports> {
  readonly exports: Exports;
  /** Keeps the code compiled so far for later runs, unless this run had such code. */
  readonly keepCode: () => void;
}

/**
 * Runs a CommonJS bundle with the code that V8 compiled in an earlier run: a node starts in less time, and its first
 * calls take less. The code is in a file beside the bundle, whose name has the release of Node and the kind of machine.
 * V8 rejects the code of another release or with other flags; the bundle is then compiled as usual.
 * @param bundle file name with a hash of the contents, so that the code of another build is not used
 */
export function openCachedProgram<Exports>(folder: string, bundle: string): CachedProgram<Exports> {
  const file = join(folder, bundle);
  const cacheFile = join(folder, `${parse(bundle).name}-node-${process.version}-${process.platform}-${process.arch}.cache`);
  const cachedData = readWhole(cacheFile);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`, {
    filename: file,
    ...(cachedData !== undefined && { cachedData }),
  });
  const module = { exports: {} as Exports };
  const wrapper = script.runInThisContext() as (...args: unknown[]) => void;
  wrapper(module.exports, createRequire(file), module, file, folder);
  const isUsed = cachedData !== undefined && script.cachedDataRejected === false;
  return { exports: module.exports, keepCode: () => isUsed || writeIfWritable(cacheFile, script.createCachedData()) };
}

/** Length of a SHA-256 digest. V8 does not notice damaged code: it would crash. */
const DIGEST_BYTES = 32;

const digestOf = (code: Buffer): Buffer => createHash('sha256').update(code).digest();

/** The code in a file; undefined if there is none, or it is damaged. */
function readWhole(file: string): Buffer | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined; // it is not needed
  }
  const code = bytes.subarray(DIGEST_BYTES);
  return bytes.subarray(0, DIGEST_BYTES).equals(digestOf(code)) ? code : undefined;
}

/** Writes under another name first, because other nodes may start at any time. */
function writeIfWritable(file: string, code: Buffer): void {
  const part = `${file}.${process.pid}`;
  try {
    writeFileSync(part, Buffer.concat([digestOf(code), code]));
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true }); // the folder is read-only or the disk full: later runs compile again
  }
}
