import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { updateArguments, type UpdatedFields } from '../../../fixtures/world/update-arguments.ts';
import type { RuleId } from '../../../specs/model/generated/ids.d.ts';
import { extAddress } from '../../support/tokens.ts';
import { at } from '../support/rows.ts';
import {
  ALL_RIGHTS,
  CONTRACT_RIGHT,
  FLAGS_RIGHT,
  issuedSum,
  SUPPLY,
  TokenCommand,
  type TokenModel,
  type TokenReal,
} from './token-model.ts';

export class Create extends TokenCommand {
  toString(): string {
    return 'assetnew';
  }

  override check({ guid }: Readonly<TokenModel>): boolean {
    return guid === undefined;
  }

  protected async perform(model: TokenModel, { t }: TokenReal): Promise<undefined> {
    const contract = extAddress(t);
    const { asset_guid: guid, txid } = await t.result('assetnew', {
      funding_amount: '1',
      symbol: t.random.word(6).toUpperCase(),
      description: 'of a state model',
      contract,
      precision: 8,
      max_supply: String(SUPPLY),
      updatecapability_flags: ALL_RIGHTS,
    });
    model.guid = guid;
    model.pending = { step: 'create', txid, contract };
  }
}

/** Mints an amount to a fresh address. */
export class Issue extends TokenCommand {
  readonly #amount: number;

  constructor(amount: number) {
    super();
    this.#amount = amount;
  }

  toString(): string {
    return `assetsend(${this.#amount})`;
  }

  /** Of the steps before it only the creation is stated to need a confirmation. */
  override check({ token, pending }: Readonly<TokenModel>): boolean {
    return pending?.step === 'create' || (token !== undefined && pending === undefined);
  }

  protected async perform(model: TokenModel, { t }: TokenReal): Promise<RuleId | undefined> {
    const { address } = await ownAddress(t.world, 'bech32');
    const call = { asset_guid: model.guid!, address, amount: String(this.#amount) };
    if (model.token === undefined) {
      await t.refused('assetsend', call, 'the transaction that created the token has no confirmation', at('assetsend/after-confirmation'));
      return 'assetsend/after-confirmation';
    }
    const left = SUPPLY - issuedSum(model);
    if (this.#amount > left) {
      const isBurnt = model.issues.some(({ state }) => state === 'burnt');
      const why = `${left} of ${SUPPLY} are left to mint${isBurnt ? ', and after a burn only the bridge mints' : ''}`;
      await t.refused('assetsend', call, why, at('provisioning-mint', 'supply'));
      return undefined;
    }
    await t.result('assetsend', call);
    model.pending = { step: 'issue', issue: { address, amount: this.#amount, state: 'held' } };
    return undefined;
  }
}

/** Changes a field of the token by its owner. */
abstract class Update extends TokenCommand {
  protected abstract readonly right: number;
  protected abstract fields(real: TokenReal): UpdatedFields;
  protected abstract pending(txid: string, fields: UpdatedFields): TokenModel['pending'];

  override check({ token, pending, takesUpdates }: Readonly<TokenModel>): boolean {
    // A first update that the rights forbid does not show whether the node takes the arguments.
    return token !== undefined && pending === undefined && takesUpdates !== false;
  }

  protected async perform(model: TokenModel, real: TokenReal): Promise<RuleId | undefined> {
    const { t } = real;
    const fields = this.fields(real);
    const { flags } = model.token!;
    const args = updateArguments(model.guid!, fields);
    if ((flags & this.right) === 0) {
      const rule =
        flags === 0 ? 'assetupdate/no-rights' : this.right === CONTRACT_RIGHT ? 'assetupdate/right-contract' : 'assetupdate/right-flags';
      await t.refused('assetupdate', args, `the flags of the token are ${flags}, without the right ${this.right}`, at(rule));
      return rule;
    }
    const answer = await t.call('assetupdate', args);
    if (!answer.ok && model.takesUpdates === undefined) {
      model.takesUpdates = false;
      return undefined;
    }
    const why = answer.ok ? '' : `assetupdate of ${Object.keys(fields).join(', ')} was refused (${answer.error.message})`;
    t.ok(answer.ok, `${why}, although the flags of the token are ${flags}`, at('assetupdate/changes'));
    if (!answer.ok) return undefined;
    model.takesUpdates = true;
    model.pending = this.pending(String(answer.result), fields);
    return undefined;
  }
}

export class UpdateContract extends Update {
  protected readonly right = CONTRACT_RIGHT;

  toString(): string {
    return 'assetupdate(contract)';
  }

  protected fields({ t }: TokenReal): UpdatedFields {
    return { contract: extAddress(t) };
  }

  protected pending(txid: string, { contract }: UpdatedFields): TokenModel['pending'] {
    return { step: 'contract', txid, contract: contract as string };
  }
}

export class UpdateFlags extends Update {
  protected readonly right = FLAGS_RIGHT;
  readonly #flags: number;

  constructor(flags: number) {
    super();
    this.#flags = flags;
  }

  toString(): string {
    return `assetupdate(updatecapability_flags ${this.#flags})`;
  }

  protected fields(): UpdatedFields {
    return { updatecapability_flags: this.#flags };
  }

  protected pending(): TokenModel['pending'] {
    return { step: 'flags', flags: this.#flags };
  }
}
