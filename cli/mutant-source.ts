import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { coindTarget } from '../fixtures/targets/embedded-target.ts';
import { processProgram, processTarget } from '../fixtures/targets/process-target.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';
import type { OpenMutants } from '../suites/selfcheck/source/mutant-target.ts';
import { parseMutants } from '../suites/selfcheck/source/parse-mutants.ts';
import type { SourceMutant } from '../suites/selfcheck/source/source-mutant.ts';
import type { Context } from './context.ts';
import { UsageError } from './usage-error.ts';

/** The mutants of a node, and how its program is started as one of them. */
export interface MutantSource {
  readonly mutants: readonly SourceMutant[];
  /** The folder that the paths of their files begin in. */
  readonly folder: string;
  /** The source of a file of the list. */
  readonly sourceOf: (file: string) => string;
  /** See `SourceSelfcheckOptions`. */
  readonly hasSwitches: boolean;
  readonly open: OpenMutants;
}

const run = promisify(execFile);
/** A list of mutants of a large program. */
const LIST_BYTES = 256 * 1024 * 1024;

/**
 * The mutants of coind, which are built from its source, or those that the command of `--mutants-by` lists. Throws `UsageError`.
 */
export async function mutantSource(
  { target, mutantsBy }: { readonly target: string; readonly mutantsBy?: string | undefined },
  context: Context,
): Promise<MutantSource> {
  if (mutantsBy === undefined) return mutantsOfCoind(target, context);
  const binary = /^process:(.+)$/.exec(target)?.[1];
  if (binary === undefined)
    throw new UsageError(`--mutants-by: ${target} is started without the variable MUTANT`, { remedy: 'use process:<binary>' });
  const { signal } = context;
  const program = await processProgram(binary);
  return {
    mutants: parseMutants(await listed(mutantsBy, signal), `--mutants-by ${mutantsBy}`),
    folder: process.cwd(),
    sourceOf: readSource(process.cwd()),
    hasSwitches: false,
    // A mutant that ends by itself says nothing of the options that it was started with.
    open: (environment) => processTarget(target, { ...program, environment }, { signal, standMs: 0, doubtMs: 0 }),
  };
}

async function mutantsOfCoind(target: string, context: Context): Promise<MutantSource> {
  if (target !== 'embedded')
    throw new UsageError(`--source: the source of ${target} is not known`, {
      remedy: 'use the target embedded, or --mutants-by COMMAND with mutants of a node of your own: docs/selfcheck.md',
    });
  const root = join(specsFolder(), '..');
  const script = join(root, 'scripts/build-mutants.mjs');
  if (!existsSync(script))
    throw new UsageError('--source: the package has no source of coind', {
      remedy: 'use a clone of Pyx, or --mutants-by COMMAND with mutants of a node of your own: docs/selfcheck.md',
    });
  context.note('building coind with all mutants of its source (a minute after a change)');
  await run(process.execPath, [script], { signal: context.signal, cwd: root });
  const folder = join(root, 'node_modules/.pyx-mutants');
  const list = join(folder, 'mutants.json');
  return {
    mutants: parseMutants(readFileSync(list, 'utf8'), list),
    folder: root,
    sourceOf: readSource(root),
    hasSwitches: true,
    open: (environment) => coindTarget({ args: [join(folder, 'coind.mjs')], mutants: true, environment }, { signal: context.signal }),
  };
}

/** What a command of a shell prints. Throws `UsageError` if it fails. */
async function listed(command: string, signal: AbortSignal): Promise<string> {
  try {
    return (await run('/bin/sh', ['-c', command], { signal, maxBuffer: LIST_BYTES })).stdout;
  } catch (error) {
    if (signal.aborted) throw error;
    const { code, stderr = '' } = error as { readonly code?: number | string; readonly stderr?: string };
    throw new UsageError(`--mutants-by: ${JSON.stringify(command)} failed (${code ?? 'no exit code'})`, {
      remedy: 'give a command that prints a JSON list of mutants',
      details: stderr.trim().split('\n').slice(-5),
      cause: error,
    });
  }
}

/** Empty for a file that is not there: the report is then without its text. */
const readSource =
  (folder: string) =>
  (file: string): string =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '';
