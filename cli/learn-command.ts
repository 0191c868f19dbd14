import { existsSync } from 'node:fs';
import { Secrets } from '../client/mask.ts';
import { counted } from '../reports/format.ts';
import { printJson, printLine } from '../reports/print.ts';
import { specification } from '../specs/model/specification.ts';
import { learnTarget } from '../suites/drift/learn.ts';
import type { DriftFlags } from './drift-options.ts';
import { flaggedTarget } from './flagged-target.ts';
import { catchInterruption, InterruptedError } from './interruption.ts';
import { maskedError } from './masked-error.ts';
import { parsedNames } from './parsed-names.ts';
import { UsageError } from './usage-error.ts';
import { writableFolderOf } from './writable-folder.ts';
import { writeOutput } from './write-output.ts';

/** `pyx drift --learn FILE`: drafts a target file. Returns the exit code: 1 if a node was lost, else 0. */
export async function learnCommand(file: string, flags: DriftFlags): Promise<number> {
  if (existsSync(file))
    throw new UsageError(`--learn: ${file} exists already`, { remedy: 'name a new file, or use --accept to extend this one' });
  // Before the experiments, which take minutes.
  writableFolderOf(file, '--learn');
  const names = parsedNames(flags.names);
  const secrets = new Secrets();
  const target = await flaggedTarget(flags.target, flags, secrets);
  const interruption = catchInterruption('stopping');
  const { signal } = interruption;
  signal.addEventListener('abort', () => void target.close().catch(() => undefined)); // closed again below, where an error is reported
  try {
    const { text, absent, options, lost } = await learnTarget(
      { specification, target, targetFile: 'none', names, seed: flags.seed, readOnly: flags.readOnly, secrets, signal },
      (note) => printLine(process.stderr, secrets.mask(note)),
    );
    writeOutput(file, secrets.mask(text));
    for (const { during, message } of lost) printLine(process.stderr, secrets.mask(`a node was lost in ${during}: ${message}`));
    const exitCode = lost.length > 0 ? 1 : 0;
    if (flags.json === true) printJson(process.stdout, { exitCode, file, absent, ...options, lost });
    else {
      printLine(
        process.stdout,
        `${file}: ${counted(absent.length, 'method')} absent, ${counted(options.wanted.length, 'start option')} wanted`,
      );
      printLine(process.stdout, `Next: pyx drift --target ${target.name} --target-file ${file} --accept`);
    }
    return exitCode;
  } catch (error) {
    if (signal.aborted) throw new InterruptedError('interrupted: no file was written');
    throw maskedError(error, secrets);
  } finally {
    await target.close();
    interruption.release();
  }
}
