import { formatSat } from '../../client/wire-json.ts';
import { parseBlock } from '../../oracles/block.ts';
import { fromHex, toHex } from '../../oracles/bytes.ts';
import { txidOf, type RawTransaction } from '../../oracles/transaction.ts';
import type { UnspentOutput } from '../../specs/model/generated/wire.d.ts';
import { amountSat } from '../../suites/support/amounts.ts';
import { statements } from '../../suites/support/statements.ts';
import type { ByMethod } from './answered.ts';
import type { Facts } from './facts.ts';
import { readable, spendingTransaction } from './readable.ts';
import type { RelationChecks } from './relation-checks.ts';

/** Outputs of a transaction, and transactions of a block, that are kept. */
const MAX_OUTPUTS = 200;
const MAX_TRANSACTIONS = 500;

/** Amount and script of outputs: those of the bytes of their transaction, wherever they are shown. */
export const outputFacts: ByMethod<[facts: Facts]> = {
  getblock: ({ result }, checks, facts) => {
    if (typeof result !== 'string') {
      for (const transaction of result.tx.slice(0, MAX_TRANSACTIONS))
        if (typeof transaction !== 'string') learnBytes(checks, facts, transaction.hex);
      return;
    }
    const block = readable(() => parseBlock(fromHex(result)));
    for (const transaction of block?.transactions.slice(0, MAX_TRANSACTIONS) ?? []) learnOutputs(checks, facts, transaction);
  },
  getrawtransaction: ({ result }, checks, facts) => learnBytes(checks, facts, typeof result === 'string' ? result : result.hex),
  gettransaction: ({ result: { hex } }, checks, facts) => learnBytes(checks, facts, hex),
  decoderawtransaction: ({ args: { hexstring } }, checks, facts) => learnBytes(checks, facts, hexstring),
  sendrawtransaction: ({ args: { hexstring } }, checks, facts) => learnBytes(checks, facts, hexstring),
  gettxout: ({ args: { txid, n }, result }, checks, facts) => {
    if (result === null) return;
    const place = { key: ofOutput(txid, n), value: 'value', script: 'scriptPubKey.hex' };
    holdOutput(checks, facts, { value: result.value, script: result.scriptPubKey.hex }, place);
  },
  listunspent: ({ result }, checks, facts) => {
    for (const [index, { txid, vout, amount, scriptPubKey }] of result.slice(0, MAX_OUTPUTS).entries()) {
      const place = { key: ofOutput(txid, vout), value: `[${index}].amount`, script: `[${index}].scriptPubKey` };
      holdOutput(checks, facts, { value: amount, script: scriptPubKey }, place);
    }
  },
};

export const ofOutput = (txid: string, n: number): string => `output ${txid.toLowerCase()}:${n}`;

function learnBytes(checks: RelationChecks, facts: Facts, hex: string | undefined): void {
  const raw = hex === undefined ? undefined : spendingTransaction(hex);
  if (raw) learnOutputs(checks, facts, raw);
}

function learnOutputs(checks: RelationChecks, facts: Facts, raw: RawTransaction): void {
  const txid = txidOf(raw);
  for (const [n, { valueSat, script }] of raw.outputs.slice(0, MAX_OUTPUTS).entries()) {
    facts.learn(checks, `${ofOutput(txid, n)} value`, formatSat(valueSat).value);
    facts.learn(checks, `${ofOutput(txid, n)} script`, toHex(script));
  }
}

function holdOutput(
  checks: RelationChecks,
  facts: Facts,
  shown: { readonly value: UnspentOutput['amount']; readonly script: string },
  { key, value, script }: { readonly key: string; readonly value: string; readonly script: string },
): void {
  const of = statements.unspentOutput;
  const sat = amountSat(checks.of(of), shown.value, value);
  facts.hold(checks, of, { key: `${key} value`, value: formatSat(sat).value, what: `the amount of ${key}`, path: value });
  facts.hold(checks, of, { key: `${key} script`, value: shown.script, what: `the script of ${key}`, path: script });
}
