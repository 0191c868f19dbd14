import { satoshis, stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Registry } from '../../../fixtures/registry/registry.ts';
import type { TokenState } from '../../../fixtures/registry/token-state.ts';
import type { TransitionId } from '../support/rows.ts';
import { at } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';

/** The maximum supply, in whole tokens, and all rights to update. */
export const SUPPLY = 10;
export const ALL_RIGHTS = 127;
/** The rights to update contract and flags. */
export const CONTRACT_RIGHT = 2;
export const FLAGS_RIGHT = 64;

/** What the owner has minted to an address by one call. */
export interface Issue {
  readonly address: string;
  readonly amount: number;
  state: 'held' | 'burnt';
}

/** A step whose transaction is not confirmed yet. */
export type Pending =
  | { readonly step: 'create' | 'contract'; readonly txid: string; readonly contract: string }
  | { readonly step: 'issue' | 'burn'; readonly issue: Issue }
  | { readonly step: 'flags'; readonly flags: number };

/** A token, as far as the documents state it. */
export interface TokenModel {
  guid: number | undefined;
  /** Confirmed values; undefined before the token is. */
  token: { contract: string; flags: number; readonly createdBy: string } | undefined;
  pending: Pending | undefined;
  readonly issues: Issue[];
  /** The last transaction that set the contract. */
  contractTxid: string | undefined;
  /** By which transaction and with which flags the token was registered. */
  registered: { readonly txid: string; readonly flags: number } | undefined;
  /** Whether the registry can read this node: the documents leave open how service data is shown. */
  isReadable: boolean;
  /** Whether the node takes coind's arguments of assetupdate, which no document shows; undefined before the first update. */
  takesUpdates: boolean | undefined;
}

export interface TokenReal {
  readonly t: Trial;
  readonly registry: Registry;
}

/** The sum of the amounts that were minted, confirmed or not. */
export const issuedSum = ({ issues, pending }: Readonly<TokenModel>): number =>
  issues.reduce((sum, { amount }) => sum + amount, pending?.step === 'issue' ? pending.issue.amount : 0);

/** Whether the whole supply was minted and burnt, in confirmed transactions. */
export const isBurnt = ({ issues, pending }: Readonly<TokenModel>): boolean =>
  pending === undefined && issues.every(({ state }) => state === 'burnt') && issues.reduce((sum, { amount }) => sum + amount, 0) === SUPPLY;

/** The state of a token that was registered. */
export function registeredState({ registered, contractTxid, token }: Readonly<TokenModel>): TokenState | undefined {
  if (registered === undefined) return undefined;
  if (registered.txid !== contractTxid) return 'registration outdated';
  return token?.flags === registered.flags ? 'registered' : 'trust-minimized';
}

/** A command on the token. Afterwards the confirmed token is compared with the model, and its registration. */
export abstract class TokenCommand extends StateCommand<TokenModel, TokenReal> {
  protected async compare(model: Readonly<TokenModel>, { t, registry }: TokenReal, row: TransitionId | undefined): Promise<void> {
    const { guid, token, pending, issues, takesUpdates } = model;
    // What assetinfo reports of transactions in the memory pool is not stated.
    if (guid === undefined || token === undefined || pending !== undefined) return;
    const info = await t.result('assetinfo', { asset_guid: guid });
    const source = row ?? (takesUpdates === true ? 'assetupdate/changes' : 'provisioning-create');
    const place = (path: string) => ({ ...at(source), path });
    // The documents do not say whether it is that of an update, once there is one.
    if (takesUpdates !== true) t.equal(info.txid, token.createdBy, 'txid of assetinfo', place('txid'));
    t.equal(info.contract, `0x${token.contract}`, 'contract of assetinfo', place('contract'));
    t.equal(info.update_flags, token.flags, 'update_flags of assetinfo', place('update_flags'));
    const max = stringify(info.max_supply);
    t.ok(satoshis(info.max_supply) === satoshis(SUPPLY), `max_supply is ${max}, expected ${SUPPLY}`, place('max_supply'));
    // Whether total_supply falls with a burn is not stated.
    if (issues.every(({ state }) => state === 'held')) {
      const total = stringify(info.total_supply);
      t.ok(
        satoshis(info.total_supply) === satoshis(issuedSum(model)),
        `total_supply is ${total} after ${issuedSum(model)} were minted`,
        place('total_supply'),
      );
    }
    const expected = registeredState(model);
    if (expected !== undefined) t.equal((await registry.look(guid))?.state, expected, 'the state in the registry', place('registration'));
  }
}
