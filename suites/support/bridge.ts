import { formatSat } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import type { ExtBurnProof, OwnAddress } from '../../fixtures/world/types.ts';
import { txidOf } from '../../oracles/transaction.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { decodedTransaction } from './decoded.ts';

/** Methods that these cases call beside their own. */
export const bridgeCalls = ['signrawtransactionwithwallet', 'sendrawtransaction', 'getrawtransaction'] as const;

/**
 * The transaction in the answer of a method whose result the documents do not state: a list of one raw transaction, as
 * known releases return it. A case is inapplicable where the answer is of another form.
 */
export function transactionIn(t: Trial, answer: Wire): string {
  const [hex] = Array.isArray(answer) ? (answer as readonly Wire[]) : [];
  if (typeof hex === 'string' && /^(?:[0-9a-f]{2}){10,}$/i.test(hex)) return hex;
  return t.inapplicable('the result, which the documents do not state, is not a list with a raw transaction');
}

/** Signs a transaction with the wallet. */
export async function signedBy(t: Trial, hexstring: string): Promise<string> {
  const { hex, complete } = await t.result('signrawtransactionwithwallet', { hexstring });
  t.equal(complete, true, 'complete of a transaction that the wallet made and signed', { path: 'complete' });
  return hex;
}

/** Signs, sends and confirms a transaction. Returns its id. */
export async function confirmed(t: Trial, hexstring: string): Promise<string> {
  const hex = await signedBy(t, hexstring);
  const txid = await t.result('sendrawtransaction', { hexstring: hex });
  t.equal(txid, txidOf(decodedTransaction(t, hex)), 'the txid of a sent transaction', { evidence: 'standard', source: 'BIP 141' });
  await t.world.mine(1);
  return txid;
}

export interface MintCall {
  readonly burn: ExtBurnProof;
  readonly witness: string;
  /** Arguments that differ from the proof. */
  readonly changed?: Partial<Omit<ExtBurnProof, 'amountSat'>>;
}

const argumentsOf = ({ burn: { amountSat, ...proof }, witness, changed = {} }: MintCall) => ({
  ...proof,
  amount: formatSat(amountSat),
  witness,
  ...changed,
});

/** The transaction that mints a burn. A refusal is a finding. */
export async function mintOf(t: Trial, call: MintCall): Promise<string> {
  return transactionIn(t, await t.result('coinmint', argumentsOf(call)));
}

/** Whether a mint is accepted: the call, or at least the transaction that it makes. */
export async function canMint(t: Trial, call: MintCall): Promise<boolean> {
  const answer = await t.call('coinmint', argumentsOf(call));
  if (!answer.ok) return false;
  const { hex: hexstring } = await t.world.result('signrawtransactionwithwallet', { hexstring: transactionIn(t, answer.result) });
  return (await t.call('sendrawtransaction', { hexstring })).ok;
}

/** An address of the wallet with a coin: that of a witness. */
export const witnessOf = async (t: Trial): Promise<OwnAddress['address']> => (await t.world.fresh('spendable')).address;
