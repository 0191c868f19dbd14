import { pause } from '../../support/wait-for.ts';
import type { Answer } from '../../../engine/trial.ts';
import { IMPORT_CALLS } from '../../support/import-calls.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { at } from '../support/rows.ts';
import { RescanCommand, type RescanReal } from './rescan-command.ts';
import { scanAborted, scanned, type RescanModel } from './rescan-model.ts';

/** Number of rescans that are begun until one of them is aborted: on a busy machine most have ended before. */
const ATTEMPTS = 8;
/** abortrescan is sent after 0 to 3 eighths of the duration of a rescan. */
const STEPS = 4;

/** Scans the whole chain. */
export class RescanChain extends RescanCommand {
  toString(): string {
    return 'rescanblockchain';
  }

  protected async perform(model: RescanModel, { t, wallet, tip }: RescanReal): Promise<undefined> {
    const result = await t.result('rescanblockchain', {}, { wallet });
    t.equal(
      [result.start_height, result.stop_height],
      [0, tip],
      'the blocks that rescanblockchain has scanned',
      at('rescanblockchain/stop'),
    );
    scanned(model);
  }
}

/** Scans the block with the payment to a key. */
export class RescanBlock extends RescanCommand {
  readonly #number: number;

  constructor(number: number) {
    super();
    this.#number = number;
  }

  toString(): string {
    return `rescanblockchain(block of the payment to key ${this.#number})`;
  }

  override check({ keys }: Readonly<RescanModel>): boolean {
    return this.#number < keys.length;
  }

  protected async perform(model: RescanModel, { t, wallet }: RescanReal): Promise<undefined> {
    const { height } = model.keys[this.#number]!;
    await t.result('rescanblockchain', { start_height: height, stop_height: height }, { wallet });
    scanned(model, height, height);
  }
}

/** Aborts a rescan that runs. Afterwards another one can begin. */
export class AbortRescan extends RescanCommand {
  toString(): string {
    return 'rescanblockchain, aborted';
  }

  protected async perform(model: RescanModel, real: RescanReal): Promise<StateRowId | undefined> {
    const { t, wallet, tip } = real;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [answer] = await Promise.all([t.call('rescanblockchain', {}, { wallet }), abort(real, attempt)]);
      if (isComplete(answer, tip)) {
        scanned(model);
        continue;
      }
      scanAborted(model);
      return stopped(real);
    }
    return undefined;
  }
}

/** Aborts the rescan of an import. The documents do not say whether the wallet has the key then. */
export class AbortImport extends RescanCommand {
  readonly #number: number;

  constructor(number: number) {
    super();
    this.#number = number;
  }

  toString(): string {
    return `importaddress(key ${this.#number}), aborted`;
  }

  override check({ keys }: Readonly<RescanModel>): boolean {
    return keys[this.#number]?.imported === 'no';
  }

  protected async perform(model: RescanModel, real: RescanReal): Promise<StateRowId | undefined> {
    const { t, wallet } = real;
    const chosen = model.keys[this.#number]!;
    const [importaddress] = IMPORT_CALLS;
    const address = chosen.key.addresses.bech32;
    const [answer] = await Promise.all([t.answer('importaddress', { address, label: '', rescan: true }, { wallet }), abort(real, 1)]);
    chosen.call = importaddress;
    if (answer.ok) {
      chosen.imported = 'yes';
      scanned(model);
      return 'import-with-rescan';
    }
    chosen.imported = 'unknown';
    scanAborted(model);
    return stopped(real);
  }
}

/** Calls abortrescan while no rescan runs, which must have no effect on a later one. */
export class AbortNothing extends RescanCommand {
  toString(): string {
    return 'abortrescan';
  }

  protected async perform(_model: RescanModel, { t, wallet }: RescanReal): Promise<undefined> {
    await t.call('abortrescan', {}, { wallet }); // the documents do not describe an answer
  }
}

/** Whether a rescan has reached the tip. The documents do not describe the answer of one that was aborted. */
function isComplete(answer: Answer, tip: number): boolean {
  const result = answer.ok ? answer.result : null;
  return result !== null && typeof result === 'object' && 'stop_height' in result && result['stop_height'] === tip;
}

async function abort({ t, wallet, scanMs }: RescanReal, attempt: number): Promise<void> {
  await pause(t, (scanMs * (attempt % STEPS)) / (2 * STEPS));
  await t.result('abortrescan', {}, { wallet });
}

/** Checks that no rescan runs any more: another one can begin. */
async function stopped({ t, wallet, tip }: RescanReal): Promise<StateRowId> {
  const answer = await t.answer('rescanblockchain', { start_height: tip, stop_height: tip }, { wallet });
  t.ok(answer.ok, 'rescanblockchain is refused after the rescan before it was aborted', at('abort-rescan', 'stopped'));
  return 'abort-rescan';
}
