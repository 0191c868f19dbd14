import { basename, join, resolve } from 'node:path';
import { LosslessNumber } from 'lossless-json';
import type { Params } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { stringify } from '../../client/wire-json.ts';
import { argumentsFor } from '../../fixtures/world/arguments.ts';
import { nearMissesOf } from '../../fixtures/world/generate.ts';
import { makeMiss } from '../../fixtures/world/kinds/near-misses.ts';
import type { Random } from '../../fixtures/world/random.ts';
import type { World } from '../../fixtures/world/world.ts';
import { Unavailable, WorldError } from '../../fixtures/world/world-errors.ts';
import { offeredParams } from '../../specs/model/argument-form.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method, Param } from '../../specs/model/types.ts';

export interface RandomCall {
  readonly method: string;
  readonly params: Params;
  /** Null: not on a wallet's path. */
  readonly wallet: string | null;
}

/** Values from which calls of one method are made. */
interface Material {
  readonly method: Method;
  readonly params: readonly Param[];
  /** Complete lists of real arguments, in order. */
  readonly lists: readonly (readonly Wire[])[];
  /** Near-misses of each argument, in order. */
  readonly misses: readonly (readonly Wire[])[];
}

/** Maximum number and length of answered texts to use again: ids, addresses, keys, transactions. */
const KEPT_TEXTS = 300;
const MAX_KEPT_LENGTH = 4_000;

const wild: readonly Wire[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  2,
  0.5,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  new LosslessNumber('1e400'),
  new LosslessNumber('-0'),
  new LosslessNumber('9223372036854775808'),
  new LosslessNumber('0.000000001'),
  '',
  ' ',
  '0',
  'pyx',
  '\0',
  '\ud800',
  'é€😀',
  '0x00',
  '00',
  '*',
  '"',
  '\\',
  '../..',
  '/',
  'a'.repeat(5_000),
  'ff'.repeat(3_000),
  '00'.repeat(300),
  [],
  {},
  [[]],
  [null],
  [{}],
  [0],
  [''],
  { '': null },
  { pyx: [] },
  JSON.parse('{"__proto__":1,"constructor":2,"toString":3}') as Wire,
  { data: '00' },
  { txid: '00'.repeat(32), vout: 0 },
  Array.from({ length: 300 }, () => 0),
];

/** Makes calls of all given methods with real arguments from a world, and with invalid ones. */
export class RandomCalls {
  readonly #materials: readonly Material[];
  readonly #wallets: readonly (string | null)[];
  readonly #random: Random;
  readonly #folder: string;
  /** From answers: newer texts replace older ones. */
  readonly #texts: string[] = [];

  static async of(methods: readonly Method[], world: World, specification: Specification, random: Random): Promise<RandomCalls> {
    const folder = world.node.scratchDir;
    if (folder === undefined) throw new Error('the node has no folder of its own to write to');
    const materials: Material[] = [];
    // Last, since blocks mined for other methods would confirm their unconfirmed transactions.
    const needsMempool = (method: Method): number => Number(/mempool|bumpfee|abandon/.test(method.id));
    for (const method of methods.toSorted((a, b) => needsMempool(a) - needsMempool(b)))
      materials.push(await materialOf(method, world, specification, random));
    const { name } = await world.use('wallet');
    const wallets = [name, name, name, name, null, null, '', 'no such wallet', (await world.use('secondWallet')).name];
    return new RandomCalls(materials, wallets, random, folder);
  }

  private constructor(materials: readonly Material[], wallets: readonly (string | null)[], random: Random, folder: string) {
    this.#materials = materials;
    this.#wallets = wallets;
    this.#random = random;
    this.#folder = folder;
  }

  next(): RandomCall {
    const random = this.#random;
    const { method, params, lists, misses } = random.pick(this.#materials);
    const args = lists.length > 0 ? [...random.pick(lists)] : params.filter(({ required }) => required).map(() => random.pick(wild));
    // Half of the calls are valid, if what they refer to still exists.
    const breaks = random.integer(0, 1) === 0 ? 0 : random.integer(1, 3);
    for (let i = 0; i < breaks; i++) this.#break(args, misses);
    const sent = this.#named(params, bounded(method.id, args, this.#folder));
    const { method: name, prefix } = method.wire;
    return { method: name, params: withSubcommand(prefix, sent), wallet: random.pick(this.#wallets) };
  }

  /** Keeps texts of an answer to use them again. */
  learn(result: Wire): void {
    if (typeof result === 'string') {
      if (result.length < 8 || result.length > MAX_KEPT_LENGTH) return;
      if (this.#texts.length < KEPT_TEXTS) this.#texts.push(result);
      else this.#texts[this.#random.integer(0, KEPT_TEXTS - 1)] = result;
    } else if (Array.isArray(result)) {
      for (const item of result.slice(0, 3)) this.learn(item);
    } else if (typeof result === 'object' && result !== null && !(result instanceof LosslessNumber)) {
      for (const member of Object.values(result).slice(0, 30)) this.learn(member);
    }
  }

  #break(args: Wire[], misses: readonly (readonly Wire[])[]): void {
    const random = this.#random;
    const at = args.length === 0 ? 0 : random.integer(0, args.length - 1);
    const known = misses[at] ?? [];
    switch (random.integer(0, 7)) {
      case 0:
        args.length = at;
        break;
      case 1:
        args.push(random.pick(wild));
        break;
      case 2:
      case 3:
        args[at] = known.length > 0 ? random.pick(known) : random.pick(wild);
        break;
      case 4:
      case 5:
        args[at] = this.#texts.length > 0 ? random.pick(this.#texts) : null;
        break;
      case 6:
        args[at] = this.#altered(args[at] ?? null);
        break;
      default:
        args[at] = random.pick(wild);
    }
  }

  /** The value with one change in it. */
  #altered(value: Wire): Wire {
    const random = this.#random;
    if (typeof value === 'string' && value.length > 0) {
      const at = random.integer(0, value.length - 1);
      return random.pick([
        value.slice(0, at),
        value.slice(at),
        `${value}${value}`,
        `${value.slice(0, at)}${random.pick(['0', 'f', 'Z', '\0'])}${value.slice(at + 1)}`,
      ]);
    }
    if (typeof value === 'number') return random.pick([-value, value + 1, value - 1, value * 1_000_003, value / 3, String(value)]);
    if (Array.isArray(value) && value.length > 0) {
      const at = random.integer(0, value.length - 1);
      return random.pick([
        value.toSpliced(at, 1),
        [...value, ...value],
        value.with(at, this.#altered(value[at] ?? null)),
        value.with(at, random.pick(wild)),
      ]);
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)) {
      const names = Object.keys(value);
      const name = names.length > 0 ? random.pick(names) : 'pyx';
      return { ...value, [name]: random.integer(0, 1) === 0 ? this.#altered(value[name] ?? null) : random.pick(wild) };
    }
    return random.pick(wild);
  }

  /** Passes the arguments of one call in four by name, sometimes with a wrong name. */
  #named(params: readonly Param[], args: readonly Wire[]): Params {
    const random = this.#random;
    if (args.length > params.length || random.integer(0, 3) > 0) return args;
    const named = Object.fromEntries(args.flatMap((value, at) => (value === null ? [] : [[params[at]?.name ?? 'pyx', value] as const])));
    return random.integer(0, 9) === 0 ? { ...named, pyx: random.pick(wild) } : named;
  }
}

/** The arguments of a call after the word of a subcommand, which is the first argument and is named `command`. */
function withSubcommand(prefix: readonly Wire[], given: Params): Params {
  if (prefix.length === 0) return given;
  return Array.isArray(given) ? [...prefix, ...(given as Wire[])] : { command: prefix[0] as Wire, ...given };
}

async function materialOf(method: Method, world: World, specification: Specification, random: Random): Promise<Material> {
  const params = offeredParams(method);
  const lists: Wire[][] = [...(await manualArguments(method.id, world))];
  for (const optional of ['none', 'all', 'all'] as const) {
    const args = await possible(() => argumentsFor({ world, specification, random }, { ...method, params }, { optional }));
    if (!args) continue;
    const count = params.findLastIndex(({ name }) => args[name] !== undefined) + 1;
    lists.push(params.slice(0, count).map(({ name }) => args[name] ?? null));
  }
  const misses: Wire[][] = [];
  for (const { schema } of params) {
    const found: Wire[] = [];
    for (const miss of Object.values(nearMissesOf(specification.spec, schema))) {
      const value = await possible(() => makeMiss(miss, world, random));
      if (value !== undefined) found.push(value);
    }
    misses.push(found);
  }
  return { method, params, lists, misses };
}

/** Hand-written arguments of methods beyond the documents, for which the world cannot make any. */
async function manualArguments(method: string, world: World): Promise<Wire[][]> {
  const { address } = await world.use('bech32Address');
  const block = async (height: number): Promise<string> => {
    const blockhash = await world.result('getblockhash', { height });
    return world.result('getblock', { blockhash, verbosity: 0 });
  };
  switch (method) {
    case 'getblocktemplate':
      return [[{ rules: ['segwit'] }], [{ mode: 'proposal', data: await block(101), rules: ['segwit'] }]];
    case 'generateblock':
      return [
        [address, []],
        [address, [(await world.use('signedTransaction')).hex]],
        [address, [(await world.use('unconfirmedSend')).txid]],
      ];
    case 'submitblock':
      return [[await block(1)], [await block(101)]];
    case 'setaccount':
      return [[address, 'savings']];
    case 'sendfrom':
      return [['', address, 0.01]];
    case 'addnode':
      return [['127.0.0.1:9', 'onetry']];
    default:
      return [];
  }
}

/** Undefined if this node cannot have it, such as a peer or an encrypted wallet. */
async function possible<T>(make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Unavailable || error instanceof WorldError) return undefined;
    throw error;
  }
}

/** Arguments that decide how long a call takes, by their index, with a maximum. */
const expensive: Readonly<Record<string, { readonly at: number; readonly max: number }>> = {
  generatetoaddress: { at: 0, max: 3 },
  keypoolrefill: { at: 0, max: 20 },
};

/** Methods that write files at a given path and may replace others: they get paths in the node's own folder only. */
const writesFiles: ReadonlySet<string> = new Set(['backupwallet', 'createwallet', 'dumpwallet', 'importwallet', 'loadwallet']);

function bounded(method: string, args: readonly Wire[], folder: string): readonly Wire[] {
  if (writesFiles.has(method)) {
    return args.map((arg) => {
      if (typeof arg !== 'string' || !/^[/.]/.test(arg) || resolve(arg).startsWith(`${folder}/`)) return arg;
      return join(folder, basename(arg).replace(/^\.+$/, '') || 'pyx');
    });
  }
  const bound = expensive[method];
  if (bound && Number(stringify(args[bound.at] ?? 0).replaceAll('"', '')) > bound.max) return args.with(bound.at, bound.max);
  // With this argument it waits for a new block.
  if (method === 'getblocktemplate') return args.map((arg) => (stringify(arg).includes('longpollid') ? {} : arg));
  return args;
}
