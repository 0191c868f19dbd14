import type { NodeContext } from '../../node-context.ts';
import { outpointKey } from '../../primitives/outpoint.ts';
import type { Outpoint, Transaction, TxOutput } from '../../primitives/types.ts';
import { hash160, sha256 } from '../../primitives/hash.ts';
import type { MemoryProvider } from '../../script/memory-provider.ts';
import { isP2sh, toAsm } from '../../script/script.ts';
import { p2sh, p2wsh, solve } from '../../script/standard.ts';
import { coinKnownToNode } from '../../wallet/spend/sign-transaction.ts';
import { RpcCode, RpcError } from '../errors.ts';
import { bytesFrom } from './hashes.ts';

/** A previous output that a caller describes (document 1, Shared argument shapes). */
export interface Prevtx extends Outpoint {
  readonly scriptPubKey: string;
  readonly redeemScript?: string | undefined;
  /** Not in the documents: the script of P2WSH and P2SH-P2WSH, as later releases of the family take it. */
  readonly witnessScript?: string | undefined;
  readonly amount: bigint;
}

/**
 * The outputs that a signer may spend: those that the caller describes, and those that the node knows. Redeem scripts are
 * added to `scripts`. Throws `RpcError` -22 for a description that contradicts the chain, -8 for a redeem script that does
 * not match its output, and with `needsRedeemScript` for a missing one.
 */
export function coinsFrom(
  prevtxs: readonly Prevtx[],
  transaction: Transaction,
  {
    node,
    scripts,
    needsRedeemScript,
  }: { readonly node: NodeContext; readonly scripts: MemoryProvider; readonly needsRedeemScript: boolean },
): (outpoint: Outpoint) => TxOutput | undefined {
  const spent = new Set(transaction.inputs.map(outpointKey));
  const given = new Map<string, TxOutput>();
  for (const prevtx of prevtxs) {
    const { vout, amount } = prevtx;
    if (vout < 0) throw new RpcError(RpcCode.deserialization, 'vout cannot be negative');
    const scriptPubKey = bytesFrom(prevtx.scriptPubKey, 'scriptPubKey');
    const known = spent.has(outpointKey(prevtx)) ? coinKnownToNode(node, prevtx) : undefined;
    if (known && !known.scriptPubKey.equals(scriptPubKey)) {
      throw new RpcError(
        RpcCode.deserialization,
        `Previous output scriptPubKey mismatch:\n${toAsm(known.scriptPubKey)}\nvs:\n${toAsm(scriptPubKey)}`,
      );
    }
    given.set(outpointKey(prevtx), { valueSat: amount, scriptPubKey });
    const script = scriptOf(prevtx);
    if (script !== undefined) addScript(script, scriptPubKey, scripts);
    else if (needsRedeemScript && isScriptHash(scriptPubKey))
      throw new RpcError(RpcCode.invalidParameter, 'Missing redeemScript/witnessScript');
  }
  return (outpoint) => given.get(outpointKey(outpoint)) ?? coinKnownToNode(node, outpoint);
}

const isScriptHash = (script: Buffer): boolean => isP2sh(script) || solve(script).type === 'witness_v0_scripthash';

/** The script that the signer needs; undefined if none is given. Throws `RpcError` -8 if both are given and do not match. */
function scriptOf({ redeemScript, witnessScript }: Prevtx): Buffer | undefined {
  if (witnessScript === undefined) return redeemScript === undefined ? undefined : bytesFrom(redeemScript, 'redeemScript');
  const script = bytesFrom(witnessScript, 'witnessScript');
  if (redeemScript !== undefined) {
    const redeem = bytesFrom(redeemScript, 'redeemScript');
    if (!redeem.equals(script) && !redeem.equals(p2wsh(sha256(script))))
      throw new RpcError(RpcCode.invalidParameter, 'redeemScript does not correspond to witnessScript');
  }
  return script;
}

/** Adds the redeem script of a P2SH output, or the witness script of a P2WSH or P2SH-P2WSH output. */
function addScript(script: Buffer, scriptPubKey: Buffer, scripts: MemoryProvider): void {
  const witness = p2wsh(sha256(script));
  const matching = [p2sh(hash160(script)), witness, p2sh(hash160(witness))];
  if (isScriptHash(scriptPubKey) && !matching.some((output) => output.equals(scriptPubKey))) {
    throw new RpcError(RpcCode.invalidParameter, 'redeemScript/witnessScript does not match scriptPubKey');
  }
  scripts.addScript(script);
}
