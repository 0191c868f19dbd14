import { OptionError } from './option-error.ts';
import { optionRows } from './table.ts';

/** The values of each option as texts, by name. The last value takes precedence. */
export type OptionTexts = ReadonlyMap<string, readonly string[]>;

/** The section of a conf file that applies here. */
const SECTION = 'regtest';

/** The options of a command line; of equal options the last takes precedence. Throws `OptionError` for anything else. */
export function textsOfArguments(args: readonly string[]): OptionTexts {
  return collected(
    args.map((arg) => {
      const match = /^--?([a-z][a-z0-9]*)(?:=(.*))?$/is.exec(arg);
      if (match === null) throw new OptionError(`"${arg}" is not an option; write options as -name=value`);
      return negated(match[1] as string, match[2] ?? '1');
    }),
  );
}

/** The options of a conf file's text; of equal options the first takes precedence. Throws `OptionError`, with file and line. */
export function textsOfConf(text: string, file: string): OptionTexts {
  const own: [string, string][] = [];
  const ofSection: [string, string][] = [];
  let section = '';
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    // A password may contain a #; elsewhere it begins a comment.
    const line = (/^\s*rpcpassword\s*=/.test(raw) ? raw : raw.replace(/#.*$/, '')).trim();
    const heading = /^\[(.*)\]$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    else if (line !== '') {
      const equals = line.indexOf('=');
      if (equals < 0) throw new OptionError(`${file}, line ${at + 1}: "${line}" is not of the form name=value`);
      if (line.startsWith('-')) throw new OptionError(`${file}, line ${at + 1}: "${line}" begins with -; write name=value, without the -`);
      let name = line.slice(0, equals).trim();
      let within = section;
      const dot = name.indexOf('.');
      if (section === '' && dot >= 0) [within, name] = [name.slice(0, dot), name.slice(dot + 1)];
      const entry = negated(name, line.slice(equals + 1).trim());
      if (within === SECTION) ofSection.push(entry);
      else if (within === '') own.push(entry);
    }
  }
  // The section takes precedence over the rest. Reversed, because the last value takes precedence.
  return collected([...own.reverse(), ...ofSection.reverse()]);
}

/** The options of both; those of `second` take precedence. */
export function joinTexts(first: OptionTexts, second: OptionTexts): OptionTexts {
  return collected([...first, ...second].flatMap(([name, values]) => values.map((value) => [name, value] as const)));
}

/** `-nolisten` is `-listen=0`. */
function negated(name: string, value: string): [string, string] {
  const positive = name.slice(2);
  return name.startsWith('no') && optionRows.has(positive) ? [positive, value === '0' ? '1' : '0'] : [name, value];
}

function collected(entries: readonly (readonly [string, string])[]): OptionTexts {
  const all = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const values = all.get(name);
    if (values === undefined) all.set(name, [value]);
    else values.push(value);
  }
  return all;
}
