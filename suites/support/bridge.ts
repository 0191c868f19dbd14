import { formatSat } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import { lockUntilLeft } from '../../fixtures/world/ingredients/coins.ts';
import { ifAnswered } from '../../fixtures/world/sources.ts';
import type { ExtBurnProof, OwnAddress } from '../../fixtures/world/types.ts';
import { txidOf } from '../../oracles/transaction.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { decodedTransaction } from './decoded.ts';

/** Methods that these cases call beside their own. */
export const bridgeCalls = ['signrawtransactionwithwallet', 'sendrawtransaction', 'getrawtransaction'] as const;

/**
 * The transaction in the answer of a method whose result the documents do not state: a list of one raw transaction, as
 * known releases return it. Some return it without inputs: it is then funded by the wallet. A case is inapplicable where the answer
 * is of another form, or cannot be funded.
 */
export async function transactionIn(t: Trial, answer: Wire): Promise<string> {
  const hex = listedHex(answer);
  if (hex === undefined) return t.inapplicable('the result, which the documents do not state, is not a list with a raw transaction');
  return decodedTransaction(t, hex).inputs.length > 0 ? hex : fundedTransaction(t, hex);
}

function listedHex(answer: Wire): string | undefined {
  const [hex] = Array.isArray(answer) ? (answer as readonly Wire[]) : [];
  return typeof hex === 'string' && /^(?:[0-9a-f]{2}){10,}$/i.test(hex) ? hex : undefined;
}

/** A transaction with inputs of the wallet, by the first method that funds it: what they refuse is not the matter of the case. */
async function fundedTransaction(t: Trial, hexstring: string): Promise<string> {
  const { service } = t.world;
  const { address } = await t.world.fresh('spendable');
  const raw = await service.call(
    'fundrawtransaction',
    { hexstring, options: {}, iswitness: false },
    await t.world.optionsWithWallet('fundrawtransaction'),
  );
  if (raw.type === 'result') return (raw.result as { readonly hex: string }).hex;
  const own = await service.call('cointxfund', { hexstring, address }, await t.world.optionsWithWallet('cointxfund'));
  const hex = own.type === 'result' ? listedHex(own.result) : undefined;
  return hex ?? t.inapplicable('the result, which the documents do not state, is a transaction without inputs, which nothing funds');
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
  /** The amount to mint, of a token with another precision than 8. Default: that of the burn. */
  readonly amount?: string;
}

const argumentsOf = ({ burn: { amountSat, ...proof }, witness, changed = {}, amount }: MintCall) => ({
  ...proof,
  amount: amount ?? formatSat(amountSat),
  witness,
  ...changed,
});

/** The transaction that mints a burn. A refusal is a finding. */
export async function mintOf(t: Trial, call: MintCall): Promise<string> {
  return transactionIn(t, await t.result('coinmint', argumentsOf(call)));
}

/**
 * The signed transaction that mints a burn, to be sent later or never: its inputs are locked until the case ends, so that no
 * other transaction that the wallet makes spends them, in another mint or to get new coins.
 */
export async function unsentMint(t: Trial, call: MintCall): Promise<string> {
  const hex = await signedBy(t, await mintOf(t, call));
  const inputs = decodedTransaction(t, hex).inputs.map(({ txid, vout }) => ({ txid, vout }));
  await ifAnswered(() => lockUntilLeft(t.world, inputs));
  return hex;
}

/** Whether a mint is accepted: the call, or at least the transaction that it makes. */
export async function canMint(t: Trial, call: MintCall): Promise<boolean> {
  const answer = await t.call('coinmint', argumentsOf(call));
  if (!answer.ok) return false;
  const { hex: hexstring } = await t.world.result('signrawtransactionwithwallet', {
    hexstring: await transactionIn(t, answer.result),
  });
  return (await t.call('sendrawtransaction', { hexstring })).ok;
}

/** An address of the wallet with a coin: that of a witness. */
export const witnessOf = async (t: Trial): Promise<OwnAddress['address']> => (await t.world.fresh('spendable')).address;
