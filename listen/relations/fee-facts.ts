import { LosslessNumber } from 'lossless-json';
import { formatSat, satoshis } from '../../client/wire-json.ts';
import { txidOf, type RawTransaction } from '../../oracles/transaction.ts';
import { amountSat, sumSat } from '../../suites/support/amounts.ts';
import type { Statement } from '../../suites/support/statements.ts';
import type { ByMethod } from './answered.ts';
import type { Facts } from './facts.ts';
import { ofOutput } from './output-facts.ts';
import { spendingTransaction } from './readable.ts';
import type { RelationChecks } from './relation-checks.ts';

/** Inputs of a transaction whose fee is computed. */
const MAX_INPUTS = 200;

const poolFee: Statement = {
  id: 'listened/pool-fee',
  text: 'fees.base of a pool entry is the inputs of the transaction less its outputs.',
  evidence: 'standard',
  source: 'arithmetic',
};

/** The fee of a transaction: that of its bytes and of the outputs that it spends, where the bytes of both were shown. */
export const feeFacts: ByMethod<[facts: Facts]> = {
  getrawtransaction: ({ result }, checks, facts) => learnFee(checks, facts, typeof result === 'string' ? result : result.hex),
  gettransaction: ({ result: { hex } }, checks, facts) => learnFee(checks, facts, hex),
  sendrawtransaction: ({ args: { hexstring } }, checks, facts) => learnFee(checks, facts, hexstring),
  getmempoolentry: ({ args: { txid }, result }, checks, facts) => {
    const key = ofTransaction(txid);
    const known = facts.find(key);
    if (!known) return;
    const value = formatSat(amountSat(checks.of(poolFee), result.fees.base, 'fees.base')).value;
    facts.hold(checks, poolFee, { key, value, what: `the fee of ${txid}`, path: 'fees.base' });
  },
};

const ofTransaction = (txid: string): string => `transaction ${txid.toLowerCase()} fee`;

function learnFee(checks: RelationChecks, facts: Facts, hex: string | undefined): void {
  const raw = hex === undefined ? undefined : spendingTransaction(hex);
  if (!raw) return;
  const spent = spentSat(facts, raw);
  if (spent === undefined) return;
  const fee = spent - sumSat(raw.outputs.map(({ valueSat }) => valueSat));
  // A client may send what spends more than there is.
  if (fee >= 0n) facts.learn(checks, ofTransaction(txidOf(raw)), formatSat(fee).value);
}

/** What the inputs spend, in satoshis; undefined where an output of them is not known. */
function spentSat(facts: Facts, { inputs }: RawTransaction): bigint | undefined {
  if (inputs.length > MAX_INPUTS) return undefined;
  const amounts: bigint[] = [];
  for (const { txid, vout } of inputs) {
    const value = facts.find(`${ofOutput(txid, vout)} value`)?.value;
    if (typeof value !== 'string') return undefined;
    amounts.push(satoshis(new LosslessNumber(value)));
  }
  return sumSat(amounts);
}
