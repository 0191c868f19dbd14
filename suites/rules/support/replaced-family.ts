import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { makeTransaction, REPLACEABLE } from './spending.ts';

/** A wallet transaction and its child that were replaced in the pool and are in no block. */
export interface ReplacedFamily {
  readonly parent: string;
  readonly child: string;
  /** An output that the parent spends and its replacement does not. */
  readonly released: OutpointValue & { readonly amountSat: bigint };
}

/**
 * Sends a parent with two inputs and a child of it, then a transaction with a higher fee that spends one of those inputs.
 * The case is inapplicable if the pool does not replace (BIP 125 is a policy, not a rule of the documents).
 */
export async function replacedFamily(t: Trial): Promise<ReplacedFamily> {
  const { world } = t;
  const [contested, released] = [await world.fresh('spendable'), await world.fresh('spendable')];
  const own = await newChangeAddress(world);
  const { addresses } = await world.fresh('foreignKey'); // pays an address outside the wallet, since otherwise the wallet shows no details
  const sentSat = BigInt(world.randomFor('payment').integer(10_000_000, 40_000_000));
  const feeSat = await feeFor(world);
  const sumSat = contested.amountSat + released.amountSat;
  const opted = (output: OutpointValue): OutpointValue & { sequence: number } => ({
    txid: output.txid,
    vout: output.vout,
    sequence: REPLACEABLE,
  });
  const parent = await sendTransaction(
    world,
    await makeTransaction(
      world,
      [opted(contested), opted(released)],
      [
        [own, sumSat - sentSat - feeSat],
        [addresses.bech32, sentSat],
      ],
    ),
  );
  const child = await sendTransaction(
    world,
    await makeTransaction(
      world,
      [opted({ txid: parent, vout: 0 })],
      [
        [own, sumSat - 2n * sentSat - 2n * feeSat],
        [addresses.bech32, sentSat],
      ],
    ),
  );
  const better = await makeTransaction(world, [opted(contested)], [[own, contested.amountSat - 20n * feeSat]]);
  if (!(await replaceInPool(t, better, child)))
    t.inapplicable('the pool of this node does not replace a transaction by one with a higher fee');
  return { parent, child, released };
}

/** Sends a transaction that should replace `gone` in the pool. Returns whether it did: not every pool replaces. */
export async function replaceInPool(t: Trial, hexstring: string, gone: string): Promise<boolean> {
  const sent = await t.call('sendrawtransaction', { hexstring });
  return sent.ok && !(await t.world.result('getrawmempool')).includes(gone);
}
