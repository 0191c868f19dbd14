import { formatSat } from '../../client/wire-json.ts';
import type { Checker } from '../../engine/checker.ts';
import type { ChainParameters } from '../../fixtures/world/types.ts';
import { addressOfScript } from '../../oracles/addresses.ts';
import { toHex } from '../../oracles/bytes.ts';
import { asmFits, scriptType } from '../../oracles/script.ts';
import { isCoinbase, txidOf, vsizeOf, weightOf, wtxidOf, type RawTransaction } from '../../oracles/transaction.ts';
import type { DecodedTransaction } from '../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { amountSat } from './amounts.ts';
import { decoded } from './decoded.ts';

/** Checks ids and sizes of a decoded transaction against its bytes. */
export function checkSums(t: Checker, shown: DecodedTransaction, raw: RawTransaction, path = ''): void {
  t.equal(shown.txid, txidOf(raw), 'txid', { path: `${path}txid` });
  t.equal(shown.hash, wtxidOf(raw), 'hash (compared with the double SHA-256 of all bytes)', { path: `${path}hash` });
  t.equal(shown.size, raw.bytes.length, 'size', { path: `${path}size` });
  t.equal(shown.vsize, vsizeOf(raw), 'vsize', { path: `${path}vsize` });
  t.equal(shown.weight, weightOf(raw), 'weight', { path: `${path}weight` });
}

/** Checks version, lock time and inputs of a decoded transaction against its bytes. */
export function checkInputs(t: Checker, shown: DecodedTransaction, raw: RawTransaction, path = ''): void {
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
export function checkOutputs(t: Checker, shown: DecodedTransaction, raw: RawTransaction, path = ''): void {
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
export function checkAsm(t: Checker, asm: string, script: Uint8Array, path: string): void {
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
export function checkScriptText(t: Checker, shown: ShownScript, script: Uint8Array, { chain, path }: ScriptPlace): void {
  checkAsm(t, shown.asm, script, `${path}.asm`);
  const type = scriptType(script);
  if (type !== undefined) t.equal(shown.type, type, 'the type of the script', { path: `${path}.type` });
  const paid = decoded(t, path, () => addressOfScript(script, chain));
  if (paid === undefined) return;
  if (shown.addresses) t.equal(shown.addresses, [paid], 'the addresses that the script pays', { path: `${path}.addresses` });
  if (shown.address !== undefined) t.equal(shown.address, paid, 'the address that the script pays', { path: `${path}.address` });
  if (shown.reqSigs !== undefined) t.equal(shown.reqSigs, 1, 'the signatures that the script needs', { path: `${path}.reqSigs` });
}

/** Checks that two transactions are equal except for scriptSig and witness. */
export function checkSameButSignatures(t: Checker, signed: RawTransaction, unsigned: RawTransaction, what: string): void {
  const skeleton = ({ version, lockTime, inputs, outputs }: RawTransaction): Wire => ({
    version,
    lockTime,
    inputs: inputs.map(({ txid, vout, sequence }) => ({ txid, vout, sequence })),
    outputs: outputs.map(({ valueSat, script }) => ({ value: formatSat(valueSat), script: toHex(script) })),
  });
  t.equal(skeleton(signed), skeleton(unsigned), what, { check: 'altered' });
}
