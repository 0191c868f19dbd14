import type { DecodedTransaction, PsbtInput } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import { toHex } from '../../../oracles/bytes.ts';
import type { RawTransaction, TxOutput } from '../../../oracles/transaction.ts';
import { amountSat } from '../../support/amounts.ts';
import { checkInputs, checkOutputs, checkScriptText, checkSums, type ScriptPlace } from '../../support/transaction-checks.ts';

/** Checks the whole transaction that a decoded PSBT shows for an input: against its bytes, and against its decoding alone. */
export async function checkPrevious(
  t: Trial,
  shown: DecodedTransaction | undefined,
  previous: RawTransaction | undefined,
  path: string,
): Promise<void> {
  t.equal(shown !== undefined, previous !== undefined, 'the presence of the previous transaction', { path });
  if (!shown || !previous) return;
  checkSums(t, shown, previous, `${path}.`);
  checkInputs(t, shown, previous, `${path}.`);
  checkOutputs(t, shown, previous, `${path}.`);
  const alone = await t.result('decoderawtransaction', { hexstring: toHex(previous.bytes) });
  t.equal(shown, alone, 'the previous transaction (compared with decoderawtransaction of its bytes)', {
    path,
    evidence: 'document',
    source: 'document 2, Other results',
  });
}

/** Checks the output that a decoded PSBT shows for an input: amount and script, with what the script determines. */
export function checkWitnessOutput(
  t: Trial,
  shown: PsbtInput['witness_utxo'],
  output: TxOutput | undefined,
  { chain, path }: ScriptPlace,
): void {
  t.equal(shown && amountSat(t, shown.amount, `${path}.amount`), output?.valueSat, 'the amount spent', { path: `${path}.amount` });
  t.equal(shown?.scriptPubKey.hex, output && toHex(output.script), 'the script spent', { path: `${path}.scriptPubKey` });
  if (!shown || !output) return;
  checkScriptText(t, shown.scriptPubKey, output.script, { chain, path: `${path}.scriptPubKey` });
}
