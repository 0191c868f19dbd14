import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Something that a user wrote is no option, or has no such value. The message says which, and what would be right. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Options as texts: all values of each, the one that counts most last. */
export type OptionTexts = ReadonlyMap<string, readonly string[]>;

/** Sections of a conf file that count here. */
const SECTION = 'regtest';

/**
 * The options of a command line and of the conf file that it names, or that stands in the data directory. The command
 * line comes before the file; on a command line the last of equal options counts, in a file the first, as nodes of this
 * family have it. Throws `OptionError`.
 */
export function readOptionTexts(args: readonly string[]): OptionTexts {
  const given = texts(args.map((arg) => fromArgument(arg)));
  const file = confFileOf(given);
  if (file === undefined) return given;
  const all = new Map<string, readonly string[]>();
  for (const [name, values] of confTexts(file)) all.set(name, values);
  for (const [name, values] of given) all.set(name, [...(all.get(name) ?? []), ...values]);
  return all;
}

/** The conf file that counts beside these; undefined where there is none. Throws `OptionError` for one that is named and not there. */
export function confFileOf(given: OptionTexts): string | undefined {
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

function confTexts(file: string): OptionTexts {
  const own: [string, string][] = [];
  const ofSection: [string, string][] = [];
  let section = '';
  readFileSync(file, 'utf8').split(/\r?\n/).forEach((raw, at) => {
    // In a password a # may be a character of its own; elsewhere it begins a comment.
    const line = (/^\s*rpcpassword\s*=/.test(raw) ? raw : raw.replace(/#.*$/, '')).trim();
    const heading = /^\[(.*)\]$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    else if (line !== '') {
      const equals = line.indexOf('=');
      if (equals < 0) throw new OptionError(`${file}, line ${at + 1}: "${line}" is not of the form name=value`);
      if (line.startsWith('-')) throw new OptionError(`${file}, line ${at + 1}: options in a file have no - before them`);
      let name = line.slice(0, equals).trim();
      let within = section;
      const dot = name.indexOf('.');
      if (section === '' && dot >= 0) [within, name] = [name.slice(0, dot), name.slice(dot + 1)];
      const entry = negated(name, line.slice(equals + 1).trim());
      if (within === SECTION) ofSection.push(entry);
      else if (within === '') own.push(entry);
    }
  });
  // What is said of this chain counts before what is said of all. Turned round, because the last counts most.
  return texts([...own.reverse(), ...ofSection.reverse()]);
}

function fromArgument(arg: string): [string, string] {
  const match = /^--?([a-z][a-z0-9]*)(?:=(.*))?$/is.exec(arg);
  if (match === null) throw new OptionError(`"${arg}" is no option; options begin with - and are written -name=value`);
  return negated(match[1] as string, match[2] ?? '1');
}

/** `-nolisten` is `-listen=0`. */
function negated(name: string, value: string): [string, string] {
  if (!/^no[a-z]/.test(name)) return [name, value];
  return [name.slice(2), value === '0' ? '1' : '0'];
}

function texts(entries: readonly (readonly [string, string])[]): OptionTexts {
  const all = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const values = all.get(name);
    if (values === undefined) all.set(name, [value]);
    else values.push(value);
  }
  return all;
}
