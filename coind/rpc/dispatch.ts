import type { CallParam } from '../../specs/model/call-specs.ts';
import type { NodeContext } from '../node-context.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { CallArguments } from './call-arguments.ts';
import { RpcCode, RpcError } from './errors.ts';
import type { Call, Handlers, MethodId, RunningCall } from './handler.ts';
import { helpText } from './help-text.ts';
import { repeatedName, type ReadJson } from './json/json-text.ts';
import { methodSpecs, type MethodSpec } from './method-table.ts';
import { argumentReader, defaultOf, type ArgumentReader } from './read-argument.ts';
import { refusalOf } from './domain-errors.ts';
import { missingOption } from './required-options.ts';
import { argumentRefusal, typeCheckedMethods, uncheckedArguments } from './argument-quirks.ts';
import { chooseSubcommand, groupSubcommands, type Subcommands } from './subcommands.ts';
import { unknownMethod } from './unknown-method.ts';

interface Argument {
  readonly name: string;
  readonly required: boolean;
  readonly read: ArgumentReader;
  /** Value of an argument that is left out. */
  readonly fallback: unknown;
}

interface Entry {
  readonly handle: (args: object, call: Call) => unknown;
  /** What every call is refused with, where the node lacks an option that the method requires. */
  readonly refusal: RpcError | undefined;
  readonly args: readonly Argument[];
  readonly minArguments: number;
  readonly help: () => string;
}

/** Finds the handler of a method, reads the arguments according to the specification, and calls the handler. */
export class Dispatcher {
  readonly #node: NodeContext;
  readonly #entries = new Map<string, Entry>();
  readonly #groups: ReadonlyMap<string, Subcommands>;
  /** By id. */
  readonly #subcommands = new Map<string, Entry>();
  readonly #running = new Set<RunningCall>();
  readonly #deprecated: ReadonlySet<string>;

  constructor(node: NodeContext, handlers: Handlers<MethodId>, specs: Iterable<MethodSpec> = methodSpecs.values()) {
    const all = [...specs];
    this.#node = node;
    this.#deprecated = new Set(node.options.deprecatedRpc);
    this.#groups = groupSubcommands(all);
    for (const spec of all) {
      const entries = spec.subcommand === undefined ? this.#entries : this.#subcommands;
      entries.set(spec.id, entryOf(spec, handlers[spec.id] as Entry['handle'], missingOption(spec, node.options)));
    }
  }

  /**
   * The result of a call, or a promise of it for an asynchronous method. Throws (or rejects with) `RpcError`; any other
   * error is an internal error.
   */
  call(method: string, given: CallArguments, walletName: string | undefined): unknown {
    const commands = this.#groups.get(method);
    if (commands === undefined) return this.#call(method, this.#entries.get(method), given, walletName);
    const chosen = chooseSubcommand(method, commands, given);
    return this.#call(method, this.#subcommands.get(chosen.spec.id), chosen.given, walletName);
  }

  #call(method: string, entry: Entry | undefined, given: CallArguments, walletName: string | undefined): unknown {
    if (entry === undefined) throw unknownMethod(method);
    if (entry.refusal !== undefined) throw new RpcError(entry.refusal.code, entry.refusal.message);
    const args = readArguments(
      entry,
      Array.isArray(given) ? (given as readonly ReadJson[]) : inOrder(entry, given as { readonly [name: string]: ReadJson }),
    );
    const running: RunningCall = { method, startedAtMs: this.#node.clock.monotonic() };
    this.#running.add(running);
    let result: unknown;
    try {
      result = entry.handle(args, this.#callOf(walletName));
    } catch (error) {
      throw refusalOf(error);
    } finally {
      if (!(result instanceof Promise)) this.#running.delete(running);
    }
    if (!(result instanceof Promise)) return result;
    return result
      .finally(() => this.#running.delete(running))
      .catch((error: unknown) => {
        throw refusalOf(error);
      });
  }

  #callOf(walletName: string | undefined): Call {
    const node = this.#node;
    return {
      node,
      walletName,
      wallet: () => selectWallet(node, walletName),
      deprecated: (name) => this.#deprecated.has(name),
      running: () => [...this.#running],
    };
  }
}

function entryOf(spec: MethodSpec, handle: Entry['handle'], refusal: RpcError | undefined): Entry {
  let text: string | undefined;
  const help = (): string => (text ??= helpText(spec));
  const args = spec.params.map((param: CallParam): Argument => {
    const typeChecked = typeCheckedMethods.has(spec.id) && !uncheckedArguments.has(`${spec.id} ${param.name}`);
    const place = {
      method: spec.id,
      name: param.name,
      typeChecked,
      wrongType: argumentRefusal(spec.id, param.name),
      isMember: false,
      help,
    };
    const read = argumentReader(param.form, place);
    return { name: param.name, required: param.required, read, fallback: defaultOf(param.form, read, param.default) };
  });
  return { handle, refusal, args, minArguments: args.findLastIndex((arg) => arg.required) + 1, help };
}

/** Named arguments in the order of the method; the others are null. */
function inOrder({ args }: Entry, given: { readonly [name: string]: ReadJson }): ReadJson[] {
  const values: ReadJson[] = [];
  const repeated = repeatedName(given);
  if (repeated !== undefined) throw new RpcError(RpcCode.invalidParameter, `Parameter ${repeated} specified multiple times`);
  for (const [name, value] of Object.entries(given)) {
    const at = args.findIndex((arg) => arg.name === name);
    if (at < 0) throw new RpcError(RpcCode.invalidParameter, `Unknown named parameter ${name}`);
    values[at] = value;
  }
  return Array.from(values, (value) => value ?? null);
}

function readArguments({ args, minArguments, help }: Entry, given: readonly ReadJson[]): object {
  if (given.length < minArguments || given.length > args.length) throw new RpcError(RpcCode.misc, help());
  const read: Record<string, unknown> = {};
  for (let at = 0; at < args.length; at++) {
    const { name, required, read: reader, fallback } = args[at] as Argument;
    const value = given[at];
    read[name] = value === undefined || (value === null && !required) ? fallback : reader(value);
  }
  return read;
}

function selectWallet({ wallets, options }: NodeContext, name: string | undefined): Wallet {
  if (options.wallet.disabled) throw new RpcError(RpcCode.methodNotFound, 'Method not found (disabled)');
  if (name !== undefined) {
    const wallet = wallets.get(name);
    if (wallet === undefined) throw new RpcError(RpcCode.walletNotFound, 'Requested wallet does not exist or is not loaded');
    return wallet;
  }
  const [first, ...others] = wallets.list();
  const only = first === undefined ? undefined : wallets.get(first);
  if (only === undefined)
    throw new RpcError(
      RpcCode.walletNotFound,
      'No wallet is loaded. Load a wallet using loadwallet or create a new one with createwallet.',
    );
  if (others.length > 0)
    throw new RpcError(
      RpcCode.walletNotSpecified,
      'Wallet file not specified (must request wallet RPC through /wallet/<filename> uri-path).',
    );
  return only;
}
