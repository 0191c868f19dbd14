import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OptionError } from './option-error.ts';
import { joinTexts, textsOfArguments, textsOfConf, type OptionTexts } from './option-texts.ts';
import { parseOptions, type ParsedOptions } from './parse-options.ts';

/** Options as they are written, and the conf file that some of them stand in. */
export interface WrittenOptions {
  readonly texts: OptionTexts;
  readonly confFile: string | undefined;
}

/**
 * The options of a command line and of the conf file that it names, or that stands in the data directory. The command
 * line counts before the file. Throws `OptionError`.
 */
export function readOptionTexts(args: readonly string[]): WrittenOptions {
  const given = textsOfArguments(args);
  const confFile = confFileOf(given);
  if (confFile === undefined) return { texts: given, confFile };
  return { texts: joinTexts(textsOfConf(readFileSync(confFile, 'utf8'), confFile), given), confFile };
}

/** The options that a node is to be started with. Makes no folder and no file. Throws `OptionError`. */
export function readOptions(args: readonly string[]): ParsedOptions {
  const { texts, confFile } = readOptionTexts(args);
  return parseOptions(texts, confFile);
}

/** Undefined where there is none. Throws `OptionError` for one that is named and not there. */
function confFileOf(given: OptionTexts): string | undefined {
  const datadir = given.get('datadir')?.at(-1);
  const conf = given.get('conf')?.at(-1);
  if (conf === undefined) {
    const usual = datadir === undefined ? undefined : join(datadir, 'coin.conf');
    return usual !== undefined && existsSync(usual) ? usual : undefined;
  }
  const file = datadir === undefined ? resolve(conf) : resolve(datadir, conf);
  if (!existsSync(file)) throw new OptionError(`-conf: there is no file ${file}`);
  return file;
}
