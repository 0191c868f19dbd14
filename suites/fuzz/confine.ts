import { resolve } from 'node:path';
import { parse, stringify } from '../../client/wire-json.ts';
import { InvalidJson, TooDeep } from '../../client/json-reader.ts';
import { isObject } from '../../specs/model/resolve.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { LosslessNumber } from 'lossless-json';

/** Methods that wait for a block, possibly without end. */
const WAITING: readonly MethodId[] = ['waitfornewblock', 'waitforblock', 'waitforblockheight'];
/** Returns its arguments, also those that no answer may hold: a name twice, deep values. */
const REFLECTING: MethodId = 'echo';
/** Methods that end the node, called last and a few times only. */
const ENDING: readonly MethodId[] = ['stop', 'encryptwallet'];

/** Why a method cannot be fuzzed at all. */
export function notFuzzed(method: string): string | undefined {
  if (method === REFLECTING) return 'it returns its arguments, whatever they are';
  return (WAITING as readonly string[]).includes(method) ? 'it waits for a block, possibly without end' : undefined;
}

export const isEnding = (method: string): boolean => (ENDING as readonly string[]).includes(method);

/** What a call may not do, by method: how its arguments are changed before it is sent. */
type Care = (value: Wire, name: string, folder: string) => Wire;

/** Loopback, and addresses for documentation (RFC 5737): nothing else is contacted. */
const HARMLESS_HOST = /^(?:127\.0\.0\.1|192\.0\.2\.\d{1,3})(?::\d{1,5})?$/;
const NOWHERE = '127.0.0.1:9';
/** Numbers in the range of a descriptor: a node derives as many keys. */
const MAX_RANGE = 50;
const MAX_BLOCKS = 3;
const MAX_KEYS = 20;

const path: Care = (value, _, folder) => (typeof value === 'string' ? withinFolder(value, folder) : value);
const atMost =
  (most: number): Care =>
  (value) =>
    Number(numberText(value)) > most ? most : value;
const inRange: Care = (value, name) => (name === 'range' ? atMost(MAX_RANGE)(value, name, '') : value);
const host: Care = (value) =>
  typeof value === 'string' && /^[\w.:[\]-]+$/.test(value) && !isWord(value) && !HARMLESS_HOST.test(value) ? NOWHERE : value;
const withoutWaiting: Care = (value, name) => (name === 'longpollid' ? null : value);

/** The commands of `addnode` are no hosts. */
const isWord = (value: string): boolean => ['add', 'remove', 'onetry'].includes(value);

const CARE: { readonly [method: string]: Care } = {
  backupwallet: path,
  createwallet: path,
  dumpwallet: path,
  importwallet: path,
  loadwallet: path,
  generatetoaddress: atMost(MAX_BLOCKS),
  keypoolrefill: atMost(MAX_KEYS),
  scantxoutset: inRange,
  importmulti: inRange,
  addnode: host,
  getblocktemplate: withoutWaiting,
} satisfies { readonly [method in MethodId]?: Care };

/** Whether calls of the method are changed before they are sent: no such call is sent in any other way. */
export const needsCare = (method: string): boolean => isEnding(method) || Object.hasOwn(CARE, method);

/**
 * The arguments as they are sent: within the node's folder, of limited cost, to no other machine. Arguments that cannot be
 * read for it are replaced by none.
 */
export function confined(method: string, params: string, folder: string | undefined): string {
  const care = CARE[method];
  if (!care) return params;
  let value: Wire;
  try {
    value = parse(params);
  } catch (error) {
    if (error instanceof InvalidJson || error instanceof TooDeep) return '[]';
    throw error;
  }
  // Without a folder there is no path to which the node may write.
  return care === path && folder === undefined ? '[]' : stringify(changed(value, '', care, folder ?? ''));
}

function changed(value: Wire, name: string, care: Care, folder: string): Wire {
  if (Array.isArray(value)) return value.map((item) => changed(item, name, care, folder));
  if (!isObject(value)) return care(value, name, folder);
  const entries = Object.entries(value as { [name: string]: Wire });
  return Object.fromEntries(entries.map(([member, inner]) => [member, changed(inner, member, care, folder)]));
}

/** A name is within the folders of the node. A path is moved to its scratch folder, unless it names a file in there already. */
function withinFolder(value: string, folder: string): string {
  if (value.startsWith(`${folder}/`) && !value.includes('..') && resolve(value) !== folder) return value;
  if (!/[/\\]/.test(value) && value !== '.' && value !== '..') return value;
  return `${folder}/${value.replaceAll(/[/\\.]/g, '_')}`;
}

function numberText(value: Wire): string {
  if (value instanceof LosslessNumber) return value.value;
  return typeof value === 'number' || typeof value === 'string' ? String(value) : 'none';
}
