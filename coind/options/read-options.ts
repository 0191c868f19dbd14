import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readUserFile, UserFileError } from '../../specs/model/user-file.ts';
import { OptionError } from './option-error.ts';
import { joinTexts, textsOfArguments, textsOfConf, type OptionTexts } from './option-texts.ts';
import { parseOptions, type ParsedOptions } from './parse-options.ts';

const MAX_CONF_BYTES = 4 * 1024 * 1024;

/** Options as texts, and the conf file that some were read from. */
export interface WrittenOptions {
  readonly texts: OptionTexts;
  readonly confFile: string | undefined;
}

/**
 * The options of a command line, and of the conf file that it names or that is in the data directory. The command line
 * takes precedence. Throws `OptionError`.
 */
export function readOptionTexts(args: readonly string[]): WrittenOptions {
  const given = textsOfArguments(args);
  const confFile = confFileOf(given);
  if (confFile === undefined) return { texts: given, confFile };
  return { texts: joinTexts(textsOfConf(readConf(confFile), confFile), given), confFile };
}

/** The start options of a node. Creates no folder and no file. Throws `OptionError`. */
export function readOptions(args: readonly string[]): ParsedOptions {
  const { texts, confFile } = readOptionTexts(args);
  return parseOptions(texts, confFile);
}

/** The text of the conf file. Throws `OptionError`, also for what is no regular file: a pipe without a writer never ends. */
function readConf(file: string): string {
  try {
    return readUserFile(file, MAX_CONF_BYTES);
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    throw new OptionError(`the conf file ${error.message}; write the options into a regular file that can be read`, { cause: error });
  }
}

/** The path of the conf file; undefined without one. Throws `OptionError` if a file named by -conf does not exist. */
function confFileOf(given: OptionTexts): string | undefined {
  const datadir = given.get('datadir')?.at(-1);
  const conf = given.get('conf')?.at(-1);
  if (conf === undefined) {
    const defaultFile = datadir === undefined ? undefined : join(datadir, 'coin.conf');
    return defaultFile !== undefined && existsSync(defaultFile) ? defaultFile : undefined;
  }
  const file = datadir === undefined ? resolve(conf) : resolve(datadir, conf);
  if (!existsSync(file)) throw new OptionError(`-conf: the file ${file} does not exist; create it, or leave the option out`);
  return file;
}
