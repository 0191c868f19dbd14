import { JsonTextError, parseJsonText } from '../../specs/model/json-text.ts';
import { PreparedFileError } from './errors.ts';
import { readLines } from './read-lines.ts';
import type { PreparedBlock, PreparedFile, PreparedHeader } from './types.ts';

const FORMAT = 1;
/** No value of a header is longer. */
const MAX_SHOWN = 100;
const HEX = /^(?:[0-9a-f]{2})+$/;
const HASH = /^[0-9a-f]{64}$/;
const REMEDY = 'prepare the transactions again';

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isHash = (value: unknown): boolean => typeof value === 'string' && HASH.test(value);

/** What each member of a header must be. */
const headerMembers: { readonly [member in keyof PreparedHeader]: (value: unknown) => boolean } = {
  format: (value) => value === FORMAT,
  kind: (value) => value === 'coin' || value === 'asset',
  chain: isText,
  genesis: isHash,
  hrp: isText,
  seed: (value) => Number.isSafeInteger(value),
  transactions: isCount,
  outputsPerTx: isCount,
  outputSat: isCount,
  feeSat: isCount,
  vsize: isCount,
  curve: (value) => value === 'secp256k1' || value === 'noble',
  blocks: isCount,
  tip: (value) => isObject(value) && isCount(value['height']) && isHash(value['hash']),
};

/** Opens a prepared file and reads its header. Throws `PreparedFileError`. */
export async function openPrepared(file: string): Promise<PreparedFile> {
  const lines = readLines(file);
  const first = await lines.next();
  await lines.return(undefined);
  const header = headerOf(file, first.done === true ? '' : first.value);
  return {
    header,
    blocks: () => blocksOf(file, header),
    transactions: () => transactionsOf(file, header),
  };
}

function headerOf(file: string, line: string): PreparedHeader {
  const header = headerIn(line);
  if (!isObject(header) || !('format' in header) || !('transactions' in header))
    throw new PreparedFileError(`${file} is not a file of prepared transactions: its first line is not a header`, {
      remedy: 'give a file that pyx wrote when it prepared transactions',
    });
  if (header['format'] !== FORMAT)
    throw new PreparedFileError(`${file} has the format ${shown(header['format'])}, and this version of pyx reads format ${FORMAT}`, {
      remedy: REMEDY,
    });
  for (const [member, isRight] of Object.entries(headerMembers)) {
    if (!isRight(header[member]))
      throw new PreparedFileError(`${file} is damaged: ${member} in its first line is ${shown(header[member])}`, {
        remedy: REMEDY,
      });
  }
  return header as unknown as PreparedHeader;
}

/** Undefined if the line is not JSON whose values can be shown. */
function headerIn(line: string): unknown {
  try {
    return parseJsonText(line);
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

async function* blocksOf(file: string, { blocks, transactions }: PreparedHeader): AsyncGenerator<PreparedBlock> {
  let index = 0;
  for await (const line of readLines(file)) {
    if (index > blocks) return;
    if (index > 0) {
      const block = parsed(line);
      if (!isObject(block) || block['height'] !== index || !isHash(block['hash']) || !isHex(block['block']))
        throw damaged(file, index, `block ${index}`);
      yield { height: index, hash: block['hash'] as string, hex: block['block'] };
    }
    index++;
  }
  if (index <= blocks || transactions > 0) throw cutOff(file, `${Math.max(0, index - 1)} of ${blocks} blocks, and no transactions`);
}

async function* transactionsOf(file: string, { blocks, transactions }: PreparedHeader): AsyncGenerator<string> {
  let index = 0;
  for await (const line of readLines(file)) {
    if (index > blocks + transactions) throw damaged(file, index, 'nothing more');
    if (index > blocks) {
      const read = parsed(line);
      if (!isObject(read) || !isHex(read['tx'])) throw damaged(file, index, 'a transaction');
      yield read['tx'];
    }
    index++;
  }
  const held = Math.max(0, index - 1 - blocks);
  if (held < transactions) throw cutOff(file, `${held} of ${transactions} transactions`);
}

function damaged(file: string, index: number, expected: string): PreparedFileError {
  return new PreparedFileError(`${file} is damaged: expected ${expected} in line ${index + 1}`, { remedy: REMEDY });
}

function cutOff(file: string, held: string): PreparedFileError {
  return new PreparedFileError(`${file} is cut off: it holds ${held}`, { remedy: REMEDY });
}

/** A value of a header for a message. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > MAX_SHOWN ? 'too long' : text;
}

/** Undefined if the text is not JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && HEX.test(value);
}
