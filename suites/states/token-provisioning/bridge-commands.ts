import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import { TOO_EARLY } from '../../../fixtures/registry/registry-messages.ts';
import type { RuleId, StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { extAddress } from '../../support/tokens.ts';
import { at } from '../support/rows.ts';
import { ALL_RIGHTS, isBurnt, issuedSum, registeredState, SUPPLY, TokenCommand, type TokenModel, type TokenReal } from './token-model.ts';

/** Burns what one assetsend has minted: the same guid, address and amount. */
export class Burn extends TokenCommand {
  readonly #number: number;

  constructor(number: number) {
    super();
    this.#number = number;
  }

  toString(): string {
    return `assetallocationburn(assetsend ${this.#number})`;
  }

  override check({ issues, pending }: Readonly<TokenModel>): boolean {
    return pending?.step === 'issue' || (pending === undefined && issues[this.#number] !== undefined);
  }

  protected async perform(model: TokenModel, { t }: TokenReal): Promise<RuleId | undefined> {
    const { pending } = model;
    const issue = pending?.step === 'issue' ? pending.issue : model.issues[this.#number]!;
    const call = { asset_guid: model.guid!, address: issue.address, amount: String(issue.amount), 'ext address': extAddress(t) };
    if (pending !== undefined) {
      await t.refused('assetallocationburn', call, 'its assetsend has no confirmation', at('assetallocationburn/after-confirmation'));
      return 'assetallocationburn/after-confirmation';
    }
    if (issue.state === 'burnt') {
      await t.refused('assetallocationburn', call, 'the address has burnt all that it held', at('provisioning-burn', 'again'));
      return undefined;
    }
    await t.result('assetallocationburn', call);
    model.pending = { step: 'burn', issue };
    return undefined;
  }
}

/** Mines a block, which confirms the step before. */
export class Confirm extends TokenCommand {
  toString(): string {
    return 'confirm';
  }

  override check({ pending }: Readonly<TokenModel>): boolean {
    return pending !== undefined;
  }

  protected async perform(model: TokenModel, { t, registry }: TokenReal): Promise<StateRowId | undefined> {
    const pending = model.pending!;
    const before = registeredState(model);
    await t.world.mine(1);
    model.pending = undefined;
    switch (pending.step) {
      case 'create': {
        model.token = { contract: pending.contract, flags: ALL_RIGHTS, createdBy: pending.txid };
        model.contractTxid = pending.txid;
        model.isReadable = (await registry.look(model.guid!))?.change?.txid === pending.txid;
        return 'provisioning-create';
      }
      case 'contract':
        model.token!.contract = pending.contract;
        model.contractTxid = pending.txid;
        return before === 'registered' ? 'provisioning-change-contract' : undefined;
      case 'flags': {
        const isChanged = model.token!.flags !== pending.flags;
        model.token!.flags = pending.flags;
        return before === 'registered' && isChanged ? 'provisioning-reduce-trust' : undefined;
      }
      case 'issue':
        model.issues.push(pending.issue);
        return pending.issue.amount === SUPPLY && issuedSum(model) === SUPPLY ? 'provisioning-mint' : undefined;
      case 'burn':
        pending.issue.state = 'burnt';
        return pending.issue.amount === SUPPLY ? 'provisioning-burn' : undefined;
    }
  }
}

/** Registers the token with the simulated bridge, mining until its superblock is approved. */
export class Register extends TokenCommand {
  toString(): string {
    return 'register';
  }

  override check(model: Readonly<TokenModel>): boolean {
    return model.isReadable && isBurnt(model) && model.registered?.txid !== model.contractTxid;
  }

  protected async perform(model: TokenModel, { t, registry }: TokenReal): Promise<undefined> {
    const { guid, contractTxid: txid } = model;
    for (;;) {
      const attempt = await registry.request(guid!, txid!);
      if (attempt.type === 'awaits-authorization') {
        registry.authorize(attempt.id, true);
        model.registered = { txid: txid!, flags: model.token!.flags };
        return;
      }
      if (attempt.message !== TOO_EARLY.notStored && attempt.message !== TOO_EARLY.notApproved) {
        // It depends on what the documents leave open, such as the total supply after a burn.
        model.isReadable = false;
        return;
      }
      const { nextsuperblock } = await t.world.result('getgovernanceinfo');
      const blocks = nextsuperblock - (await tipHeight(t.world));
      if (blocks > MAX_BLOCKS) {
        model.isReadable = false;
        return;
      }
      await t.world.mine(Math.max(1, blocks));
    }
  }
}

/** Superblocks that are further apart are not waited for. */
const MAX_BLOCKS = 200;
