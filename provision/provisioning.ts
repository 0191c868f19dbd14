import { stringify } from '../client/wire-json.ts';
import type { Registry } from '../fixtures/registry/registry.ts';
import type { TokenState } from '../fixtures/registry/token-state.ts';
import type { Random } from '../fixtures/world/random.ts';
import type { Arguments } from '../fixtures/world/service.ts';
import type { AnyCall, ResultCall } from '../fixtures/world/service-call.ts';
import type { World, WorldCallOptions } from '../fixtures/world/world.ts';
import { WorldError } from '../fixtures/world/world-errors.ts';
import type { AssetInfo } from '../specs/model/generated/wire.d.ts';
import type { Wire } from '../specs/model/wire.ts';
import { StepOver } from './errors.ts';
import type { ProvisionCall, RegistryAttempt } from './results.ts';

/** The token that is provisioned. */
export interface ProvisionedToken {
  readonly guid: number;
  /** Of the transaction that last set the contract. */
  readonly contractTxid: string;
  /** The maximum supply, in whole tokens. */
  readonly supply: string;
  /** Holds the supply after it is minted. */
  readonly holder?: string;
}

/** What is noted of the present step. */
interface Notes {
  readonly calls: ProvisionCall[];
  readonly attempts: RegistryAttempt[];
  readonly problems: string[];
}

/** A token on its way to the bridge, and what its steps work with. Each call of a step is noted. */
export class Provisioning {
  readonly world: World;
  readonly registry: Registry;
  readonly random: Random;
  token: ProvisionedToken | undefined;
  /** The first call that was left unanswered. */
  unanswered: string | undefined;
  /** How the node was lost, if it was. */
  lost: string | undefined;
  #notes: Notes = { calls: [], attempts: [], problems: [] };

  constructor(world: World, registry: Registry) {
    this.world = world;
    this.registry = registry;
    this.random = world.randomFor('provisioning');
  }

  /** Begins the notes of a step, and returns them. */
  begin(): Notes {
    return (this.#notes = { calls: [], attempts: [], problems: [] });
  }

  /** The token. Throws if it is not made yet. */
  get made(): ProvisionedToken {
    if (this.token === undefined) throw new Error('the token is not made yet');
    return this.token;
  }

  /** A call that the documents permit in this state: its refusal is a problem. Throws `StepOver` for it. */
  readonly call = ((method, args = {}, options) =>
    this.#call(method, args, options)) as AnyCall<WorldCallOptions> as ResultCall<WorldCallOptions>;

  async #call(method: Parameters<AnyCall<WorldCallOptions>>[0], args: Arguments, options?: WorldCallOptions): Promise<Wire> {
    try {
      const result = await (this.world.result as AnyCall<WorldCallOptions>)(method, args, options);
      this.#note(method, args, { result: stringify(result) });
      return result;
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      const text = refusalOf(error);
      this.#note(method, args, { error: text });
      if (error.reply.type === 'fault') this.unanswered ??= method;
      throw this.over(`${method} was not answered with a result: ${text}`);
    }
  }

  /** A call that must be refused: a result is a problem. */
  async mustRefuse(method: 'assetsend' | 'assetupdate', args: Arguments, why: string): Promise<void> {
    const reply = await this.world.service.call(method, args, this.world.callOptions(method));
    if (reply.type === 'result') {
      this.#note(method, args, { result: stringify(reply.result) });
      this.problem(`${method} was accepted, although ${why}`);
      return;
    }
    if (reply.type === 'fault') this.unanswered ??= method;
    this.#note(method, args, { error: reply.type === 'error' ? `${reply.error.code} ${reply.error.message}` : reply.fault.message });
  }

  /** Records a problem of this step. */
  problem(text: string): void {
    this.#notes.problems.push(text);
  }

  /** Records a problem that the step cannot go on after; to be thrown. */
  over(text: string): StepOver {
    this.problem(text);
    return new StepOver(text);
  }

  /** Records a problem unless both texts are equal. */
  expect(what: string, found: string, expected: string): void {
    if (found !== expected) this.problem(`${what} is ${found}, expected ${expected}`);
  }

  /** What the node reports of the token. Throws `StepOver`. */
  info(): Promise<AssetInfo> {
    return this.call('assetinfo', { asset_guid: this.made.guid });
  }

  /** The state of the token by the registry. */
  async state(): Promise<TokenState> {
    return this.token === undefined ? 'none' : ((await this.registry.look(this.token.guid))?.state ?? 'none');
  }

  /** Attempts to register the token, and authorizes it. Returns the message of a refusal, or undefined. */
  async attempt(): Promise<string | undefined> {
    const { guid, contractTxid: txid } = this.made;
    const height = await this.world.result('getblockcount');
    const attempt = await this.registry.request(guid, txid);
    if (attempt.type === 'refused') {
      this.#notes.attempts.push({ height, txid, message: attempt.message, isRegistered: false });
      return attempt.message;
    }
    const registered = this.registry.authorize(attempt.id, true);
    if (registered === undefined) throw this.over('the registry has lost the attempt that it let the wallet authorize');
    this.#notes.attempts.push({ height, txid, message: `registered with the contract ${registered.contract}`, isRegistered: true });
    return undefined;
  }

  #note(method: string, args: Arguments, answer: Pick<ProvisionCall, 'result' | 'error'>): void {
    this.#notes.calls.push({ method, args: stringify(args as Wire), ...answer });
  }
}

const refusalOf = ({ reply, message }: WorldError): string =>
  reply.type === 'error' ? `error ${reply.error.code}, ${reply.error.message.split('\n', 1)[0]}` : message;
