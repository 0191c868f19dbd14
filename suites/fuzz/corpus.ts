import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { JsonTextError, parseJsonText } from '../../specs/model/json-text.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { kindOfPath, readUserFile, UserFileError } from '../../specs/model/user-file.ts';
import type { Probe } from './probe.ts';
import { signatureOf, type FuzzProblem } from './properties/problem.ts';
import { ProbesError, readProbes } from './read-probes.ts';

/** A file of a corpus that cannot be used. */
export class CorpusError extends UserError {
  override readonly name = 'CorpusError';
}

/** A problem that was found once, with the requests that showed it. */
export interface CorpusEntry {
  readonly file: string;
  /** `signatureOf` its problem. */
  readonly signature: string;
  readonly message: string;
  readonly probes: readonly Probe[];
}

/** Problems found on one target, a file each, by its folder. */
export class Corpus {
  readonly folder: string;
  readonly #root: string;

  /** @param root the folder of all corpora; that of the target is in it */
  constructor(root: string, target: string) {
    this.#root = root;
    this.folder = join(root, folderOf(target));
  }

  /** All entries, sorted by file name. Throws `CorpusError`. */
  entries(): CorpusEntry[] {
    for (const folder of [this.#root, this.folder]) {
      if (kindOfPath(folder) === 'other')
        throw new CorpusError(`${folder} is not a folder`, { remedy: 'name another folder for the corpus' });
    }
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => readEntry(join(this.folder, name)));
  }

  /** Keeps a problem. One that is known already replaces its file. Returns its path. */
  add(problem: FuzzProblem, probes: readonly Probe[]): string {
    const signature = signatureOf(problem);
    mkdirSync(this.folder, { recursive: true });
    const file = join(this.folder, fileName(problem, signature));
    const text = `${JSON.stringify({ signature, message: problem.message, probes }, null, 2)}\n`;
    // Complete also if Pyx is killed meanwhile.
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
    return file;
  }
}

/** Reads one file of a corpus. Throws `CorpusError`. */
export function readEntry(file: string): CorpusEntry {
  try {
    const read = parseJsonText(readUserFile(file));
    const { signature, message, probes } = (typeof read === 'object' && read !== null ? read : {}) as { readonly [name: string]: unknown };
    if (typeof signature !== 'string' || typeof message !== 'string') throw new ProbesError('signature and message are texts');
    return { file, signature, message, probes: readProbes(probes) };
  } catch (error) {
    if (!(error instanceof UserFileError || error instanceof JsonTextError || error instanceof ProbesError)) throw error;
    throw new CorpusError(`${file} is not a file of a corpus (${error instanceof UserFileError ? error.reason : error.message})`, {
      remedy: 'remove it, or restore it',
      cause: error,
    });
  }
}

/** A folder for each target: `embedded`, `process-litecoind`, `container-acme-1.2`. */
function folderOf(target: string): string {
  const [kind = '', rest] = target.split(/:(.*)/s);
  const name = rest === undefined ? '' : kind === 'process' ? basename(rest) : rest;
  return [kind, name]
    .filter((part) => part !== '')
    .join('-')
    .replace(/[^\w.-]+/g, '-');
}

function fileName({ property, method }: FuzzProblem, signature: string): string {
  const hash = createHash('sha256').update(signature).digest('hex').slice(0, 8);
  return `${property}-${method.replace(/[^\w+]+/g, '-').slice(0, 60)}-${hash}.json`;
}
