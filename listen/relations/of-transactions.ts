import { formatSat, satoshis } from '../../client/wire-json.ts';
import { fromHex, toHex } from '../../oracles/bytes.ts';
import { parsePsbt, type Psbt } from '../../oracles/psbt.ts';
import { scriptParts, scriptType } from '../../oracles/script.ts';
import { parseTransaction, txidOf, type RawTransaction } from '../../oracles/transaction.ts';
import type {
  DecodedTransaction,
  InputItemArgument,
  OutputItemArgument,
  OutputObjectArgument,
  WalletTransactionDetails,
} from '../../specs/model/generated/wire.d.ts';
import type { WireNumber } from '../../specs/model/wire.ts';
import { amountSat } from '../../suites/support/amounts.ts';
import { statements, type Statement } from '../../suites/support/statements.ts';
import { checkAsm, checkInputs, checkOutputs, checkSameButSignatures, checkSums } from '../../suites/support/transaction-checks.ts';
import type { ByMethod } from './answered.ts';
import { readable, readableTransaction, spendingTransaction } from './readable.ts';
import type { RelationChecks } from './relation-checks.ts';

const signing: Statement = {
  id: 'listened/signed',
  text: 'Signing changes nothing of a transaction but its scriptSigs and witnesses.',
  evidence: 'standard',
  source: 'BIP 144',
};

/** What the answers about transactions show by themselves: all that follows from bytes in the request or in the answer. */
export const transactionRelations: ByMethod = {
  getrawtransaction: ({ args: { txid }, result }, checks) => {
    const at = checks.of(statements.transactionIds);
    if (typeof result === 'string') {
      const raw = spendingTransaction(result);
      if (raw) at.equal(txidOf(raw), txid.toLowerCase(), 'the txid of the transaction bytes');
      return;
    }
    at.equal(result.txid, txid.toLowerCase(), 'txid (compared with the argument)', { path: 'txid' });
    checkTransaction(checks, result, { of: statements.verboseFields, path: '' });
  },
  gettransaction: ({ args: { txid }, result: { txid: named, hex, details, fee } }, checks) => {
    const at = checks.of(statements.walletCopy);
    at.equal(named, txid.toLowerCase(), 'txid (compared with the argument)', { path: 'txid' });
    const raw = spendingTransaction(hex);
    if (!raw) return;
    at.equal(txidOf(raw), txid.toLowerCase(), 'the txid of hex', { path: 'hex' });
    for (const [index, { vout, amount }] of details.entries()) {
      const output = raw.outputs[vout];
      const path = `details[${index}].amount`;
      const sat = amountSat(at, amount, path);
      if (output) at.equal(sat < 0n ? -sat : sat, output.valueSat, `the amount of output ${vout} (compared with hex)`, { path });
    }
    checkFees(checks, fee, details);
  },
  decoderawtransaction: ({ args: { hexstring }, result }, checks) => {
    const raw = readableTransaction(hexstring);
    if (!raw) return;
    checkSums(checks.of(statements.decodedSums), result, raw);
    checkInputs(checks.of(statements.decodedInputs), result, raw);
    checkOutputs(checks.of(statements.decodedOutputs), result, raw);
    checkScripts(checks, result, raw, '');
  },
  sendrawtransaction: ({ args: { hexstring }, result }, checks) => {
    const raw = spendingTransaction(hexstring);
    if (raw) checks.of(statements.sentTxid).equal(result, txidOf(raw), 'the txid that sendrawtransaction returns');
  },
  testmempoolaccept: ({ args: { rawtxs }, result }, checks) => {
    if (result.length !== rawtxs.length) return;
    for (const [index, { txid }] of result.entries()) {
      const raw = spendingTransaction(rawtxs[index] as string);
      if (raw)
        checks.of(statements.sentTxid).equal(txid, txidOf(raw), 'the txid that testmempoolaccept returns', { path: `[${index}].txid` });
    }
  },
  createrawtransaction: ({ args, result }, checks) => {
    const made = readable(() => parseTransaction(result, { witness: false }));
    if (made) checkAsGiven(checks, statements.createdAsGiven, args, made);
  },
  createpsbt: ({ args, result }, checks) => {
    const made = readable(() => parsePsbt(result));
    if (made) checkAsGiven(checks, statements.sameTransaction, args, made.transaction);
  },
  converttopsbt: ({ args: { hexstring }, result }, checks) => {
    const [raw, made] = [readableTransaction(hexstring), readable(() => parsePsbt(result))];
    if (raw && made)
      checkSameButSignatures(checks.of(statements.sameTransaction), made.transaction, raw, 'the transaction of converttopsbt');
  },
  decodepsbt: ({ args: { psbt }, result }, checks) => {
    const own = readable(() => parsePsbt(psbt));
    if (!own) return;
    const at = checks.of(statements.decodedPsbt);
    checkSums(at, result.tx, own.transaction, 'tx.');
    checkInputs(at, result.tx, own.transaction, 'tx.');
    checkOutputs(at, result.tx, own.transaction, 'tx.');
    at.equal(result.inputs.length, own.inputs.length, 'the number of inputs', { path: 'inputs' });
    at.equal(result.outputs.length, own.outputs.length, 'the number of outputs', { path: 'outputs' });
  },
  walletprocesspsbt: ({ args: { psbt }, result }, checks) => {
    const [before, after] = [readable(() => parsePsbt(psbt)), readable(() => parsePsbt(result.psbt))];
    if (before && after)
      checks.of(statements.processedPsbt).equal(bytesOf(after), bytesOf(before), 'the transaction after processing', { path: 'psbt' });
  },
  finalizepsbt: ({ args: { psbt }, result: { hex } }, checks) => {
    const own = readable(() => parsePsbt(psbt));
    const raw = hex === undefined ? undefined : spendingTransaction(hex);
    if (own && raw) checkSameButSignatures(checks.of(statements.finalizedPsbt), raw, own.transaction, 'the final transaction');
  },
  signrawtransactionwithkey: ({ args, result }, checks) => checkSigned(checks, args.hexstring, result.hex),
  signrawtransactionwithwallet: ({ args, result }, checks) => checkSigned(checks, args.hexstring, result.hex),
  decodescript: ({ args: { hexstring }, result }, checks) => {
    const script = readable(() => fromHex(hexstring));
    const type = script && readable(() => scriptType(script));
    if (!script || type === undefined) return;
    checkAsm(checks.of(statements.asm), result.asm, script, 'asm');
    checks.of(statements.scriptTypes).equal(result.type, type, 'the type', { path: 'type' });
  },
};

/** The fee of a transaction is that of each of its payments. The documents state a negative one for the transaction, not for a detail. */
function checkFees(checks: RelationChecks, fee: WireNumber | undefined, details: WalletTransactionDetails['details']): void {
  if (fee === undefined) return;
  const at = checks.of(statements.walletFee);
  const whole = amountSat(at, fee, 'fee');
  for (const [index, { category, fee: shown }] of details.entries()) {
    if (category !== 'send' || shown === undefined) continue;
    const path = `details[${index}].fee`;
    const sat = amountSat(at, shown, path);
    at.equal(sat < 0n ? sat : -sat, whole, `${path} (as a negative amount, compared with fee)`, { path });
  }
}

const bytesOf = ({ transaction }: Psbt): string => toHex(transaction.bytes);

/** Checks a transaction that is shown with its bytes. */
export function checkTransaction(
  checks: RelationChecks,
  shown: DecodedTransaction & { readonly hex?: string },
  { of, path }: { readonly of: Statement; readonly path: string },
): void {
  const raw = shown.hex === undefined ? undefined : spendingTransaction(shown.hex);
  if (!raw) return;
  checkSums(checks.of(statements.transactionWeight), shown, raw, path);
  checkInputs(checks.of(of), shown, raw, path);
  checkOutputs(checks.of(of), shown, raw, path);
  checkScripts(checks, shown, raw, path);
}

/** The readable form and the type of the scripts of outputs, where a public standard determines them. */
function checkScripts(checks: RelationChecks, shown: DecodedTransaction, raw: RawTransaction, path: string): void {
  for (const [index, { script }] of raw.outputs.entries()) {
    const item = shown.vout[index]?.scriptPubKey;
    const type = readable(() => scriptType(script));
    if (!item || type === undefined || readable(() => scriptParts(script)) === undefined) continue;
    const at = `${path}vout[${index}].scriptPubKey`;
    checkAsm(checks.of(statements.asm), item.asm, script, `${at}.asm`);
    checks.of(statements.scriptTypes).equal(item.type, type, 'the type', { path: `${at}.type` });
  }
}

function checkSigned(checks: RelationChecks, before: string, after: string): void {
  const [unsigned, signed] = [readableTransaction(before), spendingTransaction(after)];
  if (unsigned && signed) checkSameButSignatures(checks.of(signing), signed, unsigned, 'the signed transaction');
}

interface Parts {
  readonly inputs: readonly InputItemArgument[];
  readonly outputs: readonly OutputItemArgument[] | OutputObjectArgument;
  readonly locktime?: number | undefined;
}

/** The given inputs in their order, and the given outputs in any: as one object they have none. */
function checkAsGiven(checks: RelationChecks, of: Statement, { inputs, outputs, locktime = 0 }: Parts, made: RawTransaction): void {
  const at = checks.of(of);
  at.equal(made.lockTime, locktime, 'the lock time');
  at.equal(
    made.inputs.map(({ txid, vout }) => ({ txid, vout })),
    inputs.map(({ txid, vout }) => ({ txid: txid.toLowerCase(), vout })),
    'the list of inputs',
  );
  for (const [index, { sequence }] of inputs.entries())
    if (sequence !== undefined && made.inputs[index]) at.equal(made.inputs[index].sequence, sequence, `the sequence of input ${index}`);
  const asked = (isList(outputs) ? outputs : [outputs]).flatMap((one) => Object.entries(one));
  const amounts = asked.map(([name, value]) => (name === 'data' ? 0n : exactSat(value)));
  if (amounts.every((sat) => sat !== undefined))
    at.equal(
      shownSat(made.outputs.map(({ valueSat }) => valueSat)),
      shownSat(amounts),
      'the list of the amounts of the outputs, in any order',
    );
}

const isList = (outputs: Parts['outputs']): outputs is readonly OutputItemArgument[] => Array.isArray(outputs);
const shownSat = (amounts: readonly bigint[]): string[] => amounts.map((sat) => formatSat(sat).value).sort();

/** An amount of a client; undefined if it is none. */
function exactSat(amount: OutputItemArgument[string]): bigint | undefined {
  try {
    return satoshis(amount);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}
