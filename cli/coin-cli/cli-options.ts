import { regtest } from '../../coind/regtest.ts';
import { cookieFileOf, requirePrivateCookieFolder } from '../../coind/cookie-file.ts';
import { OptionError } from '../../coind/options/option-error.ts';
import { readOptionTexts } from '../../coind/options/read-options.ts';
import { CredentialsError, readCookieFile } from '../../client/credentials.ts';
import type { Credentials } from '../../client/types.ts';

/** The options and words of a command line. */
export interface CliOptions {
  readonly address: string;
  /** Throws `OptionError` if there are none. @param password of -stdinrpcpass */
  readonly credentials: (password?: string) => Credentials;
  readonly wallet: string | undefined;
  readonly timeoutMs: number;
  readonly named: boolean;
  /** Wait for a node that is not there yet. */
  readonly rpcWait: boolean;
  readonly stdin: boolean;
  readonly stdinRpcPass: boolean;
  readonly getinfo: boolean;
  readonly generate: boolean;
  readonly help: boolean;
  readonly version: boolean;
  /** The method and its arguments. */
  readonly words: readonly string[];
}

const flags: ReadonlySet<string> = new Set([
  'regtest',
  'named',
  'rpcwait',
  'stdin',
  'stdinrpcpass',
  'getinfo',
  'generate',
  'help',
  'version',
]);
const texts: ReadonlySet<string> = new Set([
  'chain',
  'conf',
  'datadir',
  'rpcconnect',
  'rpcport',
  'rpcuser',
  'rpcpassword',
  'rpccookiefile',
  'rpcwallet',
  'rpcclienttimeout',
]);
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Reads the command line, and the options for calls in the conf file. Throws `OptionError`. */
export function readCliOptions(args: readonly string[]): CliOptions {
  const first = args.findIndex((arg) => !arg.startsWith('-') || arg === '-');
  const own = (first < 0 ? args : args.slice(0, first)).map((arg) => (arg === '-?' || arg === '-h' ? '-help' : arg));
  const words = first < 0 ? [] : args.slice(first);
  for (const arg of own) {
    const name = arg.replace(/^--?/, '').replace(/=.*$/s, '');
    if (!flags.has(name) && !texts.has(name))
      throw new OptionError(`Error parsing command line arguments: Invalid parameter ${arg.replace(/=.*$/s, '')}`);
  }
  const { texts: given } = readOptionTexts(own);
  const text = (name: string): string | undefined => given.get(name)?.at(-1);
  const flag = (name: string): boolean => text(name) !== undefined && text(name) !== '0';
  const chain = text('chain') ?? 'regtest';
  if (chain !== 'regtest') throw new OptionError(`-chain=${chain}: coind runs the chain regtest only; write -chain=regtest`);
  const port = whole(text('rpcport'), 'rpcport', regtest.defaultRpcPort);
  const timeoutS = whole(text('rpcclienttimeout'), 'rpcclienttimeout', 900);
  const host = text('rpcconnect') ?? '127.0.0.1';
  return {
    address: `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`,
    credentials: (password) => credentialsOf((name) => (name === 'rpcpassword' ? (password ?? text(name)) : text(name)), port),
    wallet: text('rpcwallet'),
    timeoutMs: timeoutS === 0 ? NO_TIMEOUT_MS : Math.min(timeoutS * 1000, NO_TIMEOUT_MS),
    named: flag('named'),
    rpcWait: flag('rpcwait'),
    stdin: flag('stdin'),
    stdinRpcPass: flag('stdinrpcpass'),
    getinfo: flag('getinfo'),
    generate: flag('generate'),
    help: flag('help'),
    version: flag('version'),
    words,
  };
}

function credentialsOf(text: (name: string) => string | undefined, rpcPort: number): Credentials {
  const password = text('rpcpassword');
  if (password !== undefined) return { user: text('rpcuser') ?? '', password };
  const file = cookieFileOf({ cookieFile: text('rpccookiefile'), datadir: text('datadir'), rpcPort });
  try {
    requirePrivateCookieFolder(file);
  } catch (error) {
    throw new OptionError((error as Error).message, { cause: error });
  }
  try {
    return readCookieFile(file);
  } catch (error) {
    if (!(error instanceof CredentialsError)) throw error;
    throw new OptionError(
      `Could not locate RPC credentials. No authentication cookie could be found at ${file}, and RPC password is not set.`,
      { cause: error },
    );
  }
}

function whole(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new OptionError(`-${name}=${text}: expected a whole number of at most 9 digits`);
  return Number(text);
}
