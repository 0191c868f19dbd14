import { OptionError } from './option-error.ts';
import type { NodeOptions } from './node-options.ts';
import { readOptions } from './read-options.ts';
import type { KnownRow } from './table.ts';

/** Values that a program may give for an option: a list if the option may be given several times, a boolean for a flag. */
type GivenFor<R extends KnownRow> = R extends { readonly list: true }
  ? string | number | readonly (string | number)[]
  : R extends { readonly type: 'flag' }
    ? boolean
    : string | number | boolean;

/** Start options by their names on the command line, without the `-`: `{ rpcport: 0, txindex: true, wallet: ['a', 'b'] }`. */
export type StartOptions = { readonly [R in Exclude<KnownRow, { readonly name: 'daemon' }> as R['name']]?: GivenFor<R> | undefined };

/**
 * The options of an embedded node, with the names of the command line. Unlike there, the node listens for peers only if
 * `listen`, `port` or `bind` is given, and for calls only if `server` or an option whose name begins with `rpc` is given.
 * Throws `OptionError`.
 */
export function readStartOptions(options: StartOptions): NodeOptions {
  const given: { readonly [name: string]: unknown } = options; // a JavaScript program may give anything
  const names = Object.keys(given).filter((name) => given[name] !== undefined);
  if (names.includes('daemon')) throw new OptionError('daemon: an embedded node cannot run in the background; leave the option out');
  const wantsPeers = names.includes('port') || names.includes('bind');
  const wantsCalls = names.some((name) => name.startsWith('rpc'));
  const { daemon: _, ...read } = readOptions([
    `-listen=${wantsPeers ? 1 : 0}`,
    `-server=${wantsCalls ? 1 : 0}`,
    ...names.flatMap((name) => valuesOf(given[name]).map((value) => `-${name}=${textOf(name, value)}`)),
  ]);
  return read;
}

function valuesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new OptionError(
    `${name}: expected a string, a number, a boolean or a list of strings, got ${value === null ? 'null' : typeof value}; coind -help describes the options`,
  );
}
