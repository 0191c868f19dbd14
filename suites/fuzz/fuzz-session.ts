import { parseAddress } from '../../client/address.ts';
import { JsonText } from '../../client/json-text.ts';
import { contentType } from '../../client/request-object.ts';
import type { Credentials, RequestForm } from '../../client/types.ts';
import { stringify } from '../../client/wire-json.ts';
import type { OpenedNode, SessionSettings } from '../../engine/open-node.ts';
import type { SessionSnapshot, Session } from '../../engine/session.ts';
import type { ProfileName, RunningNode, StartOptions } from '../../fixtures/targets/types.ts';
import type { World } from '../../fixtures/world/world.ts';
import { offeredParams } from '../../specs/model/argument-form.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { stateOf } from '../support/state.ts';
import { confined } from './confine.ts';
import { quoted, type JsonNode, type Member } from './json/json-node.ts';
import { writeNode } from './json/write-node.ts';
import { LivingValues } from './living-values.ts';
import { possible } from './possible.ts';
import type { BytesProbe, CallProbe, ListProbe, Probe, WalletPath } from './probe.ts';
import type { SentCall } from './properties/judge-call.ts';
import { sendBytes } from './raw-bytes.ts';

export interface FuzzSessionOptions {
  readonly opened: OpenedNode;
  readonly session: SessionSettings;
  readonly profile: ProfileName;
  readonly startOptions: StartOptions;
  /** Neutral ids of the methods that the target does not have. */
  readonly absent: ReadonlySet<string>;
  /** Time limit of one call. */
  readonly callTimeoutMs: number;
}

/** A request with its answer. */
export interface Sent {
  readonly probe: Probe;
  /** The calls in it that were answered, or that a connection broke under. */
  readonly calls: readonly SentCall[];
  /** Nothing can be said of the answer: none came, or it is no list of answers to a list of calls. */
  readonly silent: boolean;
  /** What came for a malformed request, as Latin-1. */
  readonly bytes?: string;
}

/** A call as it is on the wire. */
export interface WireCall {
  /** Name on the node. */
  readonly method: string;
  /** JSON. */
  readonly params: string;
  readonly wallet: string | undefined;
}

const NO_SUCH_WALLET = 'pyx no such wallet';
/** State that any call could change. */
const OF_STATE = ['wallet', 'network'] as const;

/** One node with living values, which can be restored to the state in which they exist. */
export class FuzzSession {
  readonly node: RunningNode;
  readonly #session: Session;
  readonly #options: FuzzSessionOptions;
  readonly #specification: Specification;
  #values: LivingValues;
  #secondWallet: string | undefined;
  #moment: SessionSnapshot | undefined;
  /** Number of requests that this process was sent. */
  sent = 0;

  private constructor(session: Session, options: FuzzSessionOptions) {
    this.#session = session;
    this.node = session.node;
    this.#options = options;
    this.#specification = options.opened.specification;
    this.#values = new LivingValues(session.world, this.#specification);
  }

  /** Starts a node (or takes `node`) and makes the living values of these names. Throws `TargetError`. */
  static async open(options: FuzzSessionOptions, names: Iterable<string>, node?: RunningNode): Promise<FuzzSession> {
    const { profile } = options;
    const started = node ?? (await options.opened.target.start(profile, options.startOptions));
    const opened = new FuzzSession(await options.opened.session(options.session, profile, started), options);
    try {
      await opened.#prepare(names);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  get world(): World {
    return this.#session.world;
  }

  get values(): LivingValues {
    return this.#values;
  }

  /** Whether `restore` returns to exactly the same state. */
  get restoresExactly(): boolean {
    return this.#options.opened.target.capabilities.snapshots;
  }

  async #prepare(names: Iterable<string>): Promise<void> {
    const { world } = this;
    if (this.#specification.hasChain) {
      await possible(() => world.use('wallet'));
      this.#secondWallet = (await possible(() => world.use('secondWallet')))?.name;
    }
    await this.#values.make(names);
    if (this.restoresExactly) this.#moment = await this.#session.moment();
  }

  /**
   * Restores the state in which the living values exist; on a target without snapshots, makes new ones of these names on the
   * node as it is.
   */
  async restore(names: Iterable<string>): Promise<void> {
    if (this.#moment) return this.#session.restore(this.#moment);
    if (this.#specification.hasChain) await this.#comeBack();
    this.#values = new LivingValues(this.world, this.#specification);
    await this.#values.make(names);
  }

  /** Undoes what would make every later call fail: another time, another wallet, a disabled network. */
  async #comeBack(): Promise<void> {
    const { service, wallet } = this.world;
    const quietly = async (method: string, args: { readonly [name: string]: string | number | boolean }): Promise<void> =>
      void (this.#options.absent.has(method) || (await service.call(method, args, this.world.callOptions(method))));
    await quietly('setmocktime', { timestamp: 0 });
    await quietly('setnetworkactive', { state: true });
    await quietly('clearbanned', {});
    const listed = await service.call('listwallets');
    const names = listed.type === 'result' && Array.isArray(listed.result) ? listed.result : [];
    for (const name of names)
      if (typeof name === 'string' && name !== '' && name !== wallet && name !== this.#secondWallet)
        await service.call('unloadwallet', { wallet_name: name });
    for (const name of [wallet, this.#secondWallet])
      if (name !== undefined && !names.includes(name)) await quietly('loadwallet', { filename: name });
    await quietly('lockunspent', { unlock: true });
    await quietly('settxfee', { amount: 0 });
  }

  /** Parts of the node's state as texts, by the method that returns them. Throws `WorldError` if the node refuses or dies. */
  state(): Promise<Map<string, string>> {
    return stateOf(this.world, OF_STATE, (method) => this.#options.absent.has(method));
  }

  send(probe: Probe): Promise<Sent> {
    this.sent++;
    if (probe.type === 'call') return this.#sendCall(probe);
    return probe.type === 'list' ? this.#sendList(probe) : this.#sendBytes(probe);
  }

  /** The call as it is sent: living values filled in, within the limits of `confined`. */
  wireCall({ method: id, params: tree, wallet }: CallProbe): WireCall {
    const { method, params: prefix } = this.world.service.request(id, []);
    const params = confined(id, writeNode(this.#sentForm(id, tree), this.#values.get), this.node.scratchDir);
    return { method, params: withPrefix(prefix.map(stringify), params), wallet: this.#walletOf(id, wallet) };
  }

  /** Arguments by position of a service that takes them by name: under their names, unless they are too many. */
  #sentForm(id: string, tree: JsonNode): JsonNode {
    const method = this.#specification.find(id);
    const isByName = this.#specification.spec.edition.service?.arguments === 'by-name';
    if (!isByName || !method || method.wire.prefix.length > 0 || !('items' in tree)) return tree;
    const params = offeredParams(method);
    if (tree.items.length > params.length) return tree;
    const members = tree.items.map((item, index): Member => [quoted(params[index]?.name ?? ''), item]);
    // An optional argument that is omitted has null in its place.
    return {
      members: members.filter(([, item], index) => params[index]?.required === true || writeNode(item, this.#values.get) !== 'null'),
    };
  }

  async #sendCall(probe: CallProbe): Promise<Sent> {
    const { method, params, wallet } = this.wireCall(probe);
    const reply = await this.node.client.call(method, new JsonText(params), { wallet, timeoutMs: this.#options.callTimeoutMs });
    return { probe, calls: [{ method: probe.method, params, reply: this.#neutral(reply) }], silent: false };
  }

  async #sendList(probe: ListProbe): Promise<Sent> {
    const calls = probe.calls.map((call) => this.wireCall(call));
    const replies = await this.node.client.callList(
      calls.map(({ method, params }) => ({ method, params: new JsonText(params) })),
      { wallet: calls[0]?.wallet, timeoutMs: this.#options.callTimeoutMs },
    );
    const sent = replies?.map((reply, index): SentCall => {
      const call = probe.calls[index] as CallProbe;
      return { method: call.method, params: calls[index]?.params ?? '', reply: this.#neutral(reply) };
    });
    return { probe, calls: sent ?? [], silent: sent === undefined };
  }

  async #sendBytes(probe: BytesProbe): Promise<Sent> {
    const { client, credentials } = this.node;
    const place = parseAddress(client.address);
    const bytes = await sendBytes(
      place,
      Buffer.from(requestText(probe, `${place.host}:${place.port}`, { credentials, form: this.world.service.form }), 'latin1'),
    );
    return { probe, calls: [], silent: bytes === '', bytes };
  }

  #neutral(reply: SentCall['reply']): SentCall['reply'] {
    return reply.type === 'result' ? { ...reply, result: this.world.service.neutralResult(reply.result) } : reply;
  }

  #walletOf(method: string, path: WalletPath): string | undefined {
    if (path === 'usual') return this.world.callOptions(method).wallet;
    if (path === 'second') return this.#secondWallet;
    return path === 'missing' ? NO_SUCH_WALLET : undefined;
  }

  /** Stops the node and removes its data. */
  async close(): Promise<void> {
    await this.#session.close();
  }
}

/** The arguments of a sub-command after its name. */
function withPrefix(prefix: readonly string[], params: string): string {
  if (prefix.length === 0 || !params.startsWith('[')) return params;
  return params === '[]' ? `[${prefix.join(',')}]` : `[${prefix.join(',')},${params.slice(1)}`;
}

/** An HTTP request as text, each character one byte. A length is added unless the headers have one. */
function requestText(
  { verb, path, headers, body }: BytesProbe,
  host: string,
  { credentials, form }: { readonly credentials: Credentials | undefined; readonly form: RequestForm | undefined },
): string {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const token = credentials && Buffer.from(`${credentials.user}:${credentials.password}`, 'utf8').toString('base64');
  const lines = [
    `${verb} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...(token === undefined || given.has('authorization') ? [] : [`Authorization: Basic ${token}`]),
    ...(given.has('content-length') || given.has('transfer-encoding') ? [] : [`Content-Length: ${body.length}`]),
    // A service that knows 2.0 alone may look at nothing else.
    ...(form?.jsonrpc !== '2.0' || given.has('content-type') ? [] : [`Content-Type: ${contentType(form.jsonrpc)}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
