import { amountSat } from '../../support/amounts.ts';
import { decoded } from '../../support/decoded.ts';
import type { DecodedTransaction } from '../../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { ChainParameters } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { addressOfScript } from '../../../oracles/addresses.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { asmFits, scriptType } from '../../../oracles/script.ts';
import {
  isCoinbase,
  parseTransaction,
  txidOf,
  vsizeOf,
  weightOf,
  wtxidOf,
  type RawTransaction,
  type TxOutput,
} from '../../../oracles/transaction.ts';
import { present } from '../../support/present.ts';

/** The transaction for a txid, parsed from its bytes, which must have that txid. */
export async function rawOf(t: Trial, txid: string, blockhash?: string): Promise<RawTransaction> {
  const hex = await hexOf(t, txid, blockhash);
  const raw = decoded(t, 'the raw transaction', () => parseTransaction(hex));
  t.equal(txidOf(raw), txid, 'the txid computed from the raw transaction', { source: 'BIP 141' });
  return raw;
}

async function hexOf(t: Trial, txid: string, blockhash?: string): Promise<string> {
  // A node that Pyx did not start may have no -txindex, and then need not find confirmed transactions.
  if (blockhash !== undefined) return t.result('getrawtransaction', { txid, verbose: false, blockhash });
  if (t.target.capabilities.startNodes) return t.result('getrawtransaction', { txid });
  const found = await t.call('getrawtransaction', { txid });
  if (found.ok) return found.result as string;
  const own = await t.call('gettransaction', { txid, include_watchonly: true });
  if (own.ok) return (own.result as { hex: string }).hex;
  return t.inapplicable('the node was not started with -txindex, and the transaction does not belong to the wallet');
}

/** The outputs that a transaction spends, in the order of its inputs, parsed from the previous transactions. */
export async function spentOutputs(t: Trial, transaction: Pick<RawTransaction, 'inputs'>): Promise<TxOutput[]> {
  const spent: TxOutput[] = [];
  const known = new Map<string, RawTransaction>();
  for (const { txid, vout } of transaction.inputs) {
    const previous = known.get(txid) ?? (await rawOf(t, txid));
    known.set(txid, previous);
    const output = previous.outputs[vout];
    spent.push(present(t, output, `an input spends output ${vout} of a transaction with ${previous.outputs.length} outputs`));
  }
  return spent;
}

/** Checks ids and sizes of a decoded transaction against its bytes. */
export function checkSums(t: Trial, shown: DecodedTransaction, raw: RawTransaction, path = ''): void {
  t.equal(shown.txid, txidOf(raw), 'txid', { path: `${path}txid` });
  t.equal(shown.hash, wtxidOf(raw), 'hash (compared with the double SHA-256 of all bytes)', { path: `${path}hash` });
  t.equal(shown.size, raw.bytes.length, 'size', { path: `${path}size` });
  t.equal(shown.vsize, vsizeOf(raw), 'vsize', { path: `${path}vsize` });
  t.equal(shown.weight, weightOf(raw), 'weight', { path: `${path}weight` });
}

/** Checks version, lock time and inputs of a decoded transaction against its bytes. */
export function checkInputs(t: Trial, shown: DecodedTransaction, raw: RawTransaction, path = ''): void {
  // A version has four bytes; the documents leave open whether it is signed.
  t.equal(shown.version | 0, raw.version, 'version', { path: `${path}version` });
  t.equal(shown.locktime, raw.lockTime, 'locktime', { path: `${path}locktime` });
  t.equal(shown.vin.length, raw.inputs.length, 'the number of inputs', { path: `${path}vin` });
  for (const [index, input] of raw.inputs.entries()) {
    const at = `${path}vin[${index}]`;
    const item = shown.vin[index];
    t.equal(item?.sequence, input.sequence, 'the sequence', { path: `${at}.sequence` });
    if (isCoinbase(raw)) continue; // spends nothing, and signs nothing: its other fields are undocumented
    t.equal(item?.txinwitness ?? [], input.witness.map(toHex), 'the witness', { path: `${at}.txinwitness` });
    t.equal(item?.txid, input.txid, 'the txid of the spent output', { path: `${at}.txid` });
    t.equal(item?.vout, input.vout, 'the index of the spent output', { path: `${at}.vout` });
    t.equal(item?.scriptSig?.hex, toHex(input.scriptSig), 'the scriptSig', { path: `${at}.scriptSig.hex` });
  }
}

/** Checks outputs of a decoded transaction, with exact amounts, against its bytes. */
export function checkOutputs(t: Trial, shown: DecodedTransaction, raw: RawTransaction, path = ''): void {
  t.equal(shown.vout.length, raw.outputs.length, 'the number of outputs', { path: `${path}vout` });
  for (const [index, output] of raw.outputs.entries()) {
    const at = `${path}vout[${index}]`;
    const item = shown.vout[index];
    t.equal(item?.n, index, 'the index', { path: `${at}.n` });
    t.equal(amountSat(t, item?.value, `${at}.value`), output.valueSat, 'the value', { path: `${at}.value` });
    t.equal(item?.scriptPubKey.hex, toHex(output.script), 'the script', { path: `${at}.scriptPubKey.hex` });
  }
}

/** Checks the asm of a script against its bytes. */
export function checkAsm(t: Trial, asm: string, script: Uint8Array, path: string): void {
  const fits = decoded(t, path, () => asmFits(asm, script));
  t.ok(fits, `${path} is ${JSON.stringify(asm)}, expected the opcodes and pushes of the script ${toHex(script)}`, { path });
}

/** What the node shows of a script, beside its bytes. */
interface ShownScript {
  readonly asm: string;
  readonly type: string;
  readonly reqSigs?: Wire | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly address?: string | undefined;
}

/** Where a script is shown, and on which chain. */
export interface ScriptPlace {
  readonly chain: ChainParameters;
  readonly path: string;
}

/** Checks what the bytes of a script determine: its parts, and for the common types also its name and the one address that it pays. */
export function checkScriptText(t: Trial, shown: ShownScript, script: Uint8Array, { chain, path }: ScriptPlace): void {
  checkAsm(t, shown.asm, script, `${path}.asm`);
  const type = scriptType(script);
  if (type !== undefined) t.equal(shown.type, type, 'the type of the script', { path: `${path}.type` });
  const paid = decoded(t, path, () => addressOfScript(script, chain));
  if (paid === undefined) return;
  if (shown.addresses) t.equal(shown.addresses, [paid], 'the addresses that the script pays', { path: `${path}.addresses` });
  if (shown.address !== undefined) t.equal(shown.address, paid, 'the address that the script pays', { path: `${path}.address` });
  if (shown.reqSigs !== undefined) t.equal(shown.reqSigs, 1, 'the signatures that the script needs', { path: `${path}.reqSigs` });
}
