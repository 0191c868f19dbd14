import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { IMPORT_CALLS, type ImportCall } from '../../support/import-calls.ts';
import { RescanCommand, type RescanReal } from './rescan-command.ts';
import { scanned, type ModelKey, type RescanModel } from './rescan-model.ts';

/** Imports a key that the wallet does not have. The documents do not say what a second import does. */
export class Import extends RescanCommand {
  readonly #call: ImportCall;
  /** Number among the keys that the wallet does not have. */
  readonly #number: number;
  readonly #rescan: boolean;

  constructor(call: number, number: number, rescan: boolean) {
    super();
    this.#call = IMPORT_CALLS[call % IMPORT_CALLS.length]!;
    this.#number = number;
    this.#rescan = rescan;
  }

  toString(): string {
    return `${this.#call.method}(key ${this.#number}, rescan ${this.#rescan})`;
  }

  override check(model: Readonly<RescanModel>): boolean {
    return this.#key(model)?.imported === 'no';
  }

  protected async perform(model: RescanModel, { t, wallet }: RescanReal): Promise<StateRowId | undefined> {
    const chosen = this.#key(model)!;
    await this.#call.make(t, wallet, chosen.key, this.#rescan);
    chosen.imported = 'yes';
    chosen.call = this.#call;
    if (!this.#rescan) return undefined;
    scanned(model);
    return 'import-with-rescan';
  }

  #key({ keys }: Readonly<RescanModel>): ModelKey | undefined {
    return keys[this.#number];
  }
}
