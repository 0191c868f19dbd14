import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import type { Wire } from '../../specs/model/wire.ts';
import { formatSat, satoshis, stringify } from '../../client/wire-json.ts';
import type { Ask, Fault } from './fault-proxy.ts';

type Change = (value: Wire, ask: Ask) => Promise<Wire | undefined> | Wire | undefined;

/**
 * The value with everything at `path` changed: `tx[].vin[].txid`, `[0].txid`, `{}.fees.base` (`{}`: any name), `` for
 * the value itself. Absent members stay absent; a change to undefined removes the member.
 */
export async function changed(value: Wire, path: string, change: Change, ask: Ask): Promise<Wire | undefined> {
  if (path === '') return change(value, ask);
  const [, step = '', rest = ''] = /^(\[\]|\[\d+\]|\{\}|[^.[{]+)\.?(.*)$/.exec(path) ?? [];
  if (step === '[]') {
    if (!Array.isArray(value)) return value;
    const items: Wire[] = [];
    for (const item of value) {
      const other = await changed(item, rest, change, ask);
      if (other !== undefined) items.push(other);
    }
    return items;
  }
  if (/^\[\d/.test(step)) {
    const at = Number(step.slice(1, -1));
    if (!Array.isArray(value) || at >= value.length) return value;
    const other = await changed(value[at] ?? null, rest, change, ask);
    return value.toSpliced(at, 1, ...(other === undefined ? [] : [other]));
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value) || isLosslessNumber(value)) return value;
  const members: [string, Wire][] = [];
  for (const [name, member] of Object.entries(value)) {
    const other = step === '{}' || name === step ? await changed(member, rest, change, ask) : member;
    if (other !== undefined) members.push([name, other]);
  }
  return Object.fromEntries(members);
}

function lie(name: string, method: string, path: string, change: Change): Fault {
  return {
    name: `${method}: ${path === '' ? 'the result' : path} ${name}`,
    answer: async (answer, call, ask) => {
      if (call.method !== method || answer.error !== null) return undefined;
      const result = await changed(answer.result, path, change, ask);
      return result === undefined ? undefined : { ...answer, result };
    },
  };
}

const isNumber = (value: Wire): value is number | LosslessNumber => typeof value === 'number' || isLosslessNumber(value);

const oneSatoshiAbove = (value: number | LosslessNumber): LosslessNumber => formatSat(satoshis(value) + 1n);

export const dropped = (method: string, path: string): Fault => lie('dropped', method, path, () => undefined);

/** An empty list. */
export const emptied = (method: string): Fault => lie('emptied', method, '', () => []);

export const asString = (method: string, path: string): Fault =>
  lie('as a string', method, path, (value) => (isNumber(value) ? stringify(value) : value));

/** A text without its characters. */
export const blanked = (method: string, path: string): Fault =>
  lie('blanked', method, path, (value) => (typeof value === 'string' ? '' : value));

export const oneSatoshiMore = (method: string, path: string): Fault =>
  lie('one satoshi too much', method, path, (value) => (isNumber(value) ? oneSatoshiAbove(value) : value));

export const oneMore = (method: string, path: string): Fault =>
  lie('one too high', method, path, (value) => (typeof value === 'number' ? value + 1 : value));

/** The id of another existing transaction: the one of the genesis block, which every chain has. */
export const otherTxid = (method: string, path: string): Fault =>
  lie('of another transaction', method, path, async (value, ask) => {
    const hash = (await ask('getblockhash', [0])).result;
    const block = (await ask('getblock', [hash, 1])).result as { tx: string[] } | null;
    return block?.tx[0] ?? value;
  });

/** A list without its last item. */
export const cutShort = (method: string, path: string): Fault =>
  lie('cut short', method, path, (value) => (Array.isArray(value) ? value.slice(0, -1) : value));

/** The grandparent of the block. */
export const wrongPredecessor = (method: string): Fault =>
  lie('of the block before that', method, 'previousblockhash', async (value, ask) => {
    const header = (await ask('getblockheader', [value, true])).result as { previousblockhash?: string } | null;
    return header?.previousblockhash ?? value;
  });

/** The first answer is repeated for every call. */
export function stale(method: string): Fault {
  let first: Wire | undefined;
  return lie('stale', method, '', (value) => (first ??= value));
}

export const asSuccess = (method: string, result: Wire): Fault => ({
  name: `${method}: an error as a success`,
  answer: (answer, call) => (call.method === method && answer.error !== null ? { ...answer, result, error: null } : undefined),
});

export const foreignId: Fault = { name: 'a foreign id', answer: (answer) => ({ ...answer, id: 'another-client' }) };

export const swallowed = (method: string, result: Wire): Fault => ({
  name: `${method}: swallowed`,
  swallow: (call) => (call.method === method ? result : undefined),
});

/** The argument at `index` is ignored: the node receives `instead`, its default. */
export const ignored = (method: string, name: string, index: number, instead: Wire): Fault => ({
  name: `${method}: ${name} ignored`,
  forward: (call) => (call.method === method && call.params.length > index ? call.params.with(index, instead) : undefined),
});
