import { base64 } from '@scure/base';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { fromHex, joined, littleEndian, toHex } from '../../../oracles/bytes.ts';
import { outputBytes, type RawTransaction } from '../../../oracles/transaction.ts';
import { lockedCoins, signatureFor, spendingAll, type LockedCoin } from './locked-coins.ts';
import { psbtBytes, psbtMaps, type PsbtEntry } from './psbt-maps.ts';

/** Types of entries of inputs, BIP 174. */
export const INPUT = {
  previous: 0x00,
  witnessOutput: 0x01,
  signature: 0x02,
  sighashType: 0x03,
  redeemScript: 0x04,
  witnessScript: 0x05,
  derivation: 0x06,
  finalScriptSig: 0x07,
  finalWitness: 0x08,
} as const;
const OUTPUT = { redeemScript: 0x00, witnessScript: 0x01, derivation: 0x02 } as const;
/** A type without a meaning in any standard. */
export const UNKNOWN = 0xf0;
const MAGIC = Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff]);
const HARDENED = 0x80000000;

/** A PSBT as its maps: the global one, those of the inputs, and those of the outputs. */
export interface MadePsbt {
  readonly maps: readonly (readonly PsbtEntry[])[];
  readonly text: string;
}

const made = (maps: MadePsbt['maps']): MadePsbt => ({ maps, text: base64.encode(psbtBytes(MAGIC, maps)) });

/** The maps of a PSBT of a node. Throws `Malformed`. */
export const readMaps = (text: string): PsbtEntry[][] => psbtMaps(base64.decode(text));

/** Maps as text that does not depend on the order of their entries. */
export const sortedEntries = (maps: MadePsbt['maps']): string[][] =>
  maps.map((map) => map.map(({ key, value }) => `${toHex(key)}=${toHex(value)}`).toSorted());

/** A PSBT with each entry that one of these has. */
export const union = ([first, ...others]: readonly [MadePsbt, ...MadePsbt[]]): MadePsbt =>
  made(
    first.maps.map((map, at) => [
      ...new Map([map, ...others.map(({ maps }) => maps[at] ?? [])].flat().map((entry) => [toHex(entry.key), entry] as const)).values(),
    ]),
  );

const entry = (type: number, value: Uint8Array, keyData: Uint8Array = new Uint8Array()): PsbtEntry => ({
  key: joined([type], keyData),
  value,
});
const unknown = (t: Trial): PsbtEntry => entry(UNKNOWN, t.random.bytes(9), t.random.bytes(5));
const derivation = (t: Trial, type: number, { publicKey }: ForeignKey): PsbtEntry =>
  entry(type, joined(t.random.bytes(4), littleEndian(HARDENED + 84, 4), littleEndian(t.random.integer(0, 99), 4)), fromHex(publicKey));

/** Coins of each kind, and the unsigned transaction that spends them. */
export interface Spent {
  readonly coins: readonly LockedCoin[];
  readonly previous: RawTransaction;
  readonly transaction: RawTransaction;
}

export async function spentCoins(t: Trial): Promise<Spent> {
  const { coins, previous } = await lockedCoins(t);
  return { coins, previous, transaction: spendingAll(t, coins) };
}

/** What is spent: the output alone where signatures cover the amount. */
export const spentEntry = ({ segwit, output }: LockedCoin, { bytes }: RawTransaction): PsbtEntry =>
  segwit ? outputEntry(output) : entry(INPUT.previous, bytes);

export const outputEntry = (output: LockedCoin['output']): PsbtEntry => entry(INPUT.witnessOutput, outputBytes(output));

/** The sighash type that an input requires. */
export const sighashEntry = (type: number): PsbtEntry => entry(INPUT.sighashType, littleEndian(type, 4));

export const scriptEntries = ({ redeemScript, witnessScript }: LockedCoin): PsbtEntry[] => [
  ...(redeemScript ? [entry(INPUT.redeemScript, redeemScript)] : []),
  ...(witnessScript ? [entry(INPUT.witnessScript, witnessScript)] : []),
];

/** The keys at these places of a multisig, or the only one. */
export const keysAt = ({ keys }: LockedCoin, places: readonly number[]): ForeignKey[] =>
  keys.length === 1 ? [...keys] : places.flatMap((place) => keys[place] ?? []);

/** Signatures of an input by the keys at these places. */
export const signatureEntries = (transaction: RawTransaction, index: number, coin: LockedCoin, places: readonly number[]): PsbtEntry[] =>
  keysAt(coin, places).map((key) => entry(INPUT.signature, signatureFor(coin, key, { transaction, index }), fromHex(key.publicKey)));

/** A PSBT of the transaction with these entries of each input, and of the first outputs. */
export const psbtOf = (
  { coins, transaction }: Spent,
  input: (coin: LockedCoin, index: number) => readonly PsbtEntry[],
  { global = [], outputs = [] }: { readonly global?: readonly PsbtEntry[]; readonly outputs?: MadePsbt['maps'] } = {},
): MadePsbt =>
  made([[entry(0x00, transaction.strippedBytes), ...global], ...coins.map(input), ...coins.map((_, index) => outputs[index] ?? [])]);

/** PSBTs of one transaction from those who take part in it. */
export interface Parts extends Spent {
  /** Says only what is spent. */
  readonly created: MadePsbt;
  /** Has scripts, derivations and signatures: one of each multisig, and of the others those of every second input. */
  readonly second: MadePsbt;
  /** Has what `second` lacks. */
  readonly third: MadePsbt;
  /** Whether `second` has all signatures of an input. */
  readonly isWholeInSecond: (coin: LockedCoin, index: number) => boolean;
}

export async function psbtParts(t: Trial): Promise<Parts> {
  const spent = await spentCoins(t);
  const { previous, transaction } = spent;
  const payee = await t.world.fresh('foreignKey');
  const isShared = ({ keys }: LockedCoin): boolean => keys.length > 1;
  const isEven = (index: number): boolean => index % 2 === 0;
  const created = psbtOf(spent, (coin, index) => [spentEntry(coin, previous), ...(index === 1 ? [unknown(t)] : [])], {
    global: [unknown(t)],
    outputs: [[unknown(t)]],
  });
  const second = psbtOf(
    spent,
    (coin, index) => [
      spentEntry(coin, previous),
      ...(isShared(coin) || isEven(index) ? signatureEntries(transaction, index, coin, [2]) : []),
      ...scriptEntries(coin),
      ...keysAt(coin, [0]).map((key) => derivation(t, INPUT.derivation, key)),
      ...(index < 3 ? [unknown(t)] : []),
    ],
    {
      global: [unknown(t)],
      outputs: [[entry(OUTPUT.redeemScript, t.random.bytes(22)), unknown(t)], [entry(OUTPUT.witnessScript, t.random.bytes(35))]],
    },
  );
  const third = psbtOf(
    spent,
    (coin, index) => [
      ...(isShared(coin) || !isEven(index) ? signatureEntries(transaction, index, coin, [0]) : []),
      ...scriptEntries(coin),
      ...(isShared(coin) ? keysAt(coin, [1, 2]).map((key) => derivation(t, INPUT.derivation, key)) : []),
    ],
    { outputs: [[derivation(t, OUTPUT.derivation, payee), unknown(t)], [], [derivation(t, OUTPUT.derivation, payee)]] },
  );
  return { ...spent, created, second, third, isWholeInSecond: (coin, index) => !isShared(coin) && isEven(index) };
}
