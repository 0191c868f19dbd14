import { secp256k1 } from '@noble/curves/secp256k1.js';
import { formatSat } from '../../../client/wire-json.ts';
import type { PrevtxArgument } from '../../../specs/model/generated/wire.d.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { multisigScript, payToScriptHash, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, hash160, joined, toHex, withLength } from '../../../oracles/bytes.ts';
import { legacySighash, SIGHASH, witnessSighash } from '../../../oracles/sighash.ts';
import { parseTransaction, serialize, txidOf, type RawTransaction, type TxOutput } from '../../../oracles/transaction.ts';

/** A coin that no chain has, with all that a signer needs. */
export interface LockedCoin {
  readonly name: string;
  /** Of a multisig three, two of which must sign; of others one. */
  readonly keys: readonly ForeignKey[];
  readonly txid: string;
  readonly vout: number;
  readonly output: TxOutput;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  /** What a signature covers. */
  readonly code: Uint8Array;
  readonly segwit: boolean;
}

interface Way {
  readonly name: string;
  readonly keys: 1 | 3;
  readonly lock: (keys: readonly Uint8Array[]) => Pick<LockedCoin, 'code' | 'segwit' | 'redeemScript' | 'witnessScript'> & {
    readonly script: Uint8Array;
  };
}

const NOTHING = new Uint8Array();
const REQUIRED = 2;

/** P2PKH of the first of the keys. */
export const keyHashScript = ([key = NOTHING]: readonly Uint8Array[]): Uint8Array => joined([0x76, 0xa9, 0x14], hash160(key), [0x88, 0xac]);
/** P2WPKH of the first of the keys. */
export const witnessKeyHash = ([key = NOTHING]: readonly Uint8Array[]): Uint8Array => joined([0x00, 0x14], hash160(key));

const SCRIPTS: readonly { readonly name: string; readonly keys: 1 | 3; readonly script: (keys: readonly Uint8Array[]) => Uint8Array }[] = [
  { name: 'P2PK', keys: 1, script: ([key = NOTHING]) => joined(withLength(key), [0xac]) },
  { name: 'P2PKH', keys: 1, script: keyHashScript },
  { name: 'multisig', keys: 3, script: (keys) => multisigScript(REQUIRED, keys) },
];

/** Each script bare, in P2SH, in P2WSH and in both, and P2WPKH bare and in P2SH. */
const WAYS: readonly Way[] = [
  ...SCRIPTS.flatMap(({ name, keys, script }): Way[] => [
    { name, keys, lock: (given) => ({ script: script(given), code: script(given), segwit: false }) },
    {
      name: `P2SH-${name}`,
      keys,
      lock: (given) => ({ script: payToScriptHash(script(given)), redeemScript: script(given), code: script(given), segwit: false }),
    },
    {
      name: `P2WSH-${name}`,
      keys,
      lock: (given) => ({ script: payToWitnessScriptHash(script(given)), witnessScript: script(given), code: script(given), segwit: true }),
    },
    {
      name: `P2SH-P2WSH-${name}`,
      keys,
      lock: (given) => {
        const program = payToWitnessScriptHash(script(given));
        return { script: payToScriptHash(program), redeemScript: program, witnessScript: script(given), code: script(given), segwit: true };
      },
    },
  ]),
  { name: 'P2WPKH', keys: 1, lock: (keys) => ({ script: witnessKeyHash(keys), code: keyHashScript(keys), segwit: true }) },
  {
    name: 'P2SH-P2WPKH',
    keys: 1,
    lock: (keys) => ({
      script: payToScriptHash(witnessKeyHash(keys)),
      redeemScript: witnessKeyHash(keys),
      code: keyHashScript(keys),
      segwit: true,
    }),
  },
];

/** Coins of each way to lock an output with signatures, and the transaction that has them as its outputs. */
export async function lockedCoins(t: Trial): Promise<{ readonly coins: readonly LockedCoin[]; readonly previous: RawTransaction }> {
  const locked: (Omit<LockedCoin, 'txid'> & { readonly output: TxOutput })[] = [];
  for (const [vout, { name, keys: count, lock }] of WAYS.entries()) {
    const keys: ForeignKey[] = [];
    while (keys.length < count) keys.push(await t.world.fresh('foreignKey'));
    const { script, ...more } = lock(keys.map(({ publicKey }) => fromHex(publicKey)));
    locked.push({ name, keys, vout, output: { valueSat: BigInt(t.random.integer(1_000_000, 90_000_000)), script }, ...more });
  }
  const bytes = serialize({
    version: 2,
    lockTime: 0,
    inputs: [{ txid: t.random.hex(32), vout: 3, scriptSig: NOTHING, sequence: 0xffffffff, witness: [] }],
    outputs: locked.map(({ output }) => output),
  });
  const previous = parseTransaction(bytes);
  const txid = txidOf(previous);
  return { previous, coins: locked.map((coin) => ({ ...coin, txid })) };
}

/** An unsigned transaction that spends all coins to as many outputs, so that each has one for the type SINGLE. */
export function spendingAll(t: Trial, coins: readonly LockedCoin[]): RawTransaction {
  return parseTransaction(
    serialize({
      version: 2,
      lockTime: t.random.integer(0, 499_999_999),
      inputs: coins.map(({ txid, vout }) => ({
        txid,
        vout,
        scriptSig: NOTHING,
        sequence: t.random.integer(0, 0xfffffffd),
        witness: [],
      })),
      outputs: coins.map((_, index) => ({ valueSat: 100_000n + BigInt(index), script: joined([0x00, 0x14], t.random.bytes(20)) })),
    }),
  );
}

/** The input that a signature is for. */
interface SignedPlace {
  readonly transaction: Pick<RawTransaction, 'version' | 'inputs' | 'outputs' | 'lockTime'>;
  readonly index: number;
  readonly type?: number;
}

/** A strict DER signature with its type (BIP 66) by a key for an input of a transaction that spends the coin. */
export function signatureFor(
  { code: scriptCode, segwit, output }: Pick<LockedCoin, 'code' | 'segwit'> & { readonly output: Pick<TxOutput, 'valueSat'> },
  key: ForeignKey,
  { transaction: content, index, type = SIGHASH.ALL }: SignedPlace,
): Uint8Array {
  const transaction = { ...content, bytes: NOTHING, strippedBytes: NOTHING };
  const hash = segwit
    ? witnessSighash(transaction, index, { scriptCode, type, amountSat: output.valueSat })
    : legacySighash(transaction, index, scriptCode, type);
  return joined(secp256k1.sign(hash, key.privateKey, { prehash: false, format: 'der' }), [type]);
}

/** The argument for signing: the documents have one member for redeem and witness scripts. */
export const prevtxOf = ({ txid, vout, output, redeemScript, witnessScript }: LockedCoin): PrevtxArgument => {
  const innermost = witnessScript ?? redeemScript;
  return {
    txid,
    vout,
    scriptPubKey: toHex(output.script),
    amount: formatSat(output.valueSat),
    ...(innermost && { redeemScript: toHex(innermost) }),
  };
};
