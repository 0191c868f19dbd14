import { regtest } from '../../regtest.ts';
import { NULL_ID } from '../../primitives/transaction.ts';
import { addressOf } from '../../script/addresses.ts';
import { p2wpkh } from '../../script/standard.ts';
import type { ObjectContent } from '../governance-object.ts';

/** Receives what proposals ask for. */
export const payeeScript = p2wpkh(Buffer.alloc(20, 7));
export const payeeAddress = addressOf(payeeScript, regtest)!;

/** Data of a valid proposal. A change to `undefined` removes the member. */
export function proposalData(changes: { readonly [name: string]: unknown } = {}): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: 1,
      name: 'a-proposal',
      start_epoch: 1_600_000_000,
      end_epoch: 4_000_000_000,
      payment_address: payeeAddress,
      payment_amount: 12.5,
      url: 'https://proposals.example/1',
      ...changes,
    }),
  );
}

export function proposalContent(changes: { readonly [name: string]: unknown } = {}, time = 1_700_000_000): ObjectContent {
  return { parentHash: NULL_ID, revision: 1, time, data: proposalData(changes), maker: undefined };
}
