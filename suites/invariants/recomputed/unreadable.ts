import { base64 } from '@scure/base';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { joined, toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, serialize, serializeWithWitness } from '../../../oracles/transaction.ts';
import { invariant } from '../invariant.ts';
import { magicOf, psbtBytes, psbtMaps, type PsbtEntry } from './psbt-maps.ts';
import { unseenTransaction } from './transactions.ts';

/** The maps of `describedPsbt`. */
const [GLOBAL, PLAIN, NESTED, FINAL, PAID, CHANGE] = [0, 1, 2, 3, 4, 5] as const;

/** What is wrong with an entry of a map of `describedPsbt`. */
interface EntryFault {
  readonly map: number;
  readonly type: number;
  readonly what: string;
  /** What stands in its place. */
  readonly change: (entry: PsbtEntry) => readonly PsbtEntry[];
}

/** No point of the curve has this x. */
const NO_POINT = joined([0x02], new Uint8Array(32).fill(0xff));
/** In the form of DER, of no key. */
const SIGNATURE = [0x30, 0x06, 0x02, 0x01, 0x21, 0x02, 0x01, 0x22, 0x01];

/** Keys of these types consist of the type alone. */
const WITHOUT_KEY_DATA: readonly (readonly [map: number, type: number, what: string])[] = [
  [GLOBAL, 0x00, 'unsigned transaction'],
  [PLAIN, 0x00, 'previous transaction'],
  [NESTED, 0x01, 'spent output'],
  [PLAIN, 0x03, 'sighash type'],
  [PLAIN, 0x04, 'redeem script'],
  [NESTED, 0x05, 'witness script'],
  [FINAL, 0x07, 'final scriptSig'],
  [FINAL, 0x08, 'final witness'],
  [PAID, 0x00, 'redeem script of an output'],
  [PAID, 0x01, 'witness script of an output'],
];
/** Values whose form says where they end. */
const WITH_END: readonly (readonly [map: number, type: number, what: string])[] = [
  [GLOBAL, 0x00, 'unsigned transaction'],
  [PLAIN, 0x00, 'previous transaction'],
  [NESTED, 0x01, 'spent output'],
  [PLAIN, 0x03, 'sighash type'],
  [FINAL, 0x08, 'final witness'],
  [NESTED, 0x06, 'derivation'],
  [CHANGE, 0x02, 'derivation of an output'],
];

const entryFaults: readonly EntryFault[] = [
  { map: GLOBAL, type: 0x00, what: 'no unsigned transaction', change: () => [] },
  ...WITHOUT_KEY_DATA.map(([map, type, what]) => ({
    map,
    type,
    what: `data in the key of the ${what}`,
    change: ({ key, value }: PsbtEntry) => [{ key: joined(key, [0x01]), value }],
  })),
  ...WITH_END.flatMap(([map, type, what]) => [
    { map, type, what: `a byte after the ${what}`, change: ({ key, value }: PsbtEntry) => [{ key, value: joined(value, [0x00]) }] },
    {
      map,
      type,
      what: `the last byte of the ${what} missing`,
      change: ({ key, value }: PsbtEntry) => [{ key, value: value.slice(0, -1) }],
    },
  ]),
  ...([GLOBAL, PLAIN, NESTED, PAID] as const).map((map) => ({
    map,
    type: map === NESTED ? 0x01 : 0x00,
    what: 'one key twice in a map',
    change: (entry: PsbtEntry) => [entry, entry],
  })),
  ...(
    [
      [PLAIN, 'derivation', 0x06],
      [CHANGE, 'derivation of an output', 0x02],
    ] as const
  ).flatMap(([map, what, type]) => [
    { map, type, what: `a public key of 32 bytes in a ${what}`, change: ({ key, value }: PsbtEntry) => [{ key: key.slice(0, -1), value }] },
    { map, type, what: `no public key in a ${what}`, change: ({ value }: PsbtEntry) => [{ key: Uint8Array.of(type), value }] },
    { map, type, what: `an empty ${what}`, change: ({ key }: PsbtEntry) => [{ key, value: new Uint8Array() }] },
    { map, type, what: `no point of the curve in a ${what}`, change: ({ value }: PsbtEntry) => [{ key: joined([type], NO_POINT), value }] },
  ]),
  {
    map: PLAIN,
    type: 0x06,
    what: 'a public key of 32 bytes with a signature',
    change: (entry) => [entry, { key: joined([0x02], entry.key.slice(1, -1)), value: Uint8Array.from(SIGNATURE) }],
  },
  {
    map: PLAIN,
    type: 0x00,
    what: 'another previous transaction than the input spends',
    // The last byte of its lock time, so that it remains a transaction.
    change: ({ key, value }) => [{ key, value: joined(value.slice(0, -1), [0x01]) }],
  },
  {
    map: GLOBAL,
    type: 0x00,
    what: 'a signed transaction',
    change: ({ key, value }) => [{ key, value: withScriptSig(value) }],
  },
  {
    map: GLOBAL,
    type: 0x00,
    what: 'a transaction in the form with witnesses',
    change: ({ key, value }) => [{ key, value: withWitnesses(value) }],
  },
];

/** The transaction with a scriptSig of one byte in its first input, which has none. */
function withScriptSig(transaction: Uint8Array): Uint8Array {
  const { version, inputs, outputs, lockTime } = parseTransaction(transaction, { witness: false });
  const signed = inputs.map((input, index) => (index === 0 ? { ...input, scriptSig: Uint8Array.of(0x51) } : input));
  return serialize({ version, inputs: signed, outputs, lockTime });
}

function withWitnesses(transaction: Uint8Array): Uint8Array {
  const { version, inputs, outputs, lockTime } = parseTransaction(transaction, { witness: false });
  return serializeWithWitness({ version, inputs: inputs.map((input) => ({ ...input, witness: [Uint8Array.of(1)] })), outputs, lockTime });
}

/** PSBTs that BIP 174 lists as invalid, and others that miss its form by one part, by what is wrong with them. */
async function invalidPsbts(t: Trial): Promise<readonly (readonly [string, string])[]> {
  const bytes = base64.decode((await t.world.use('describedPsbt')).psbt);
  const magic = magicOf(bytes);
  const maps = psbtMaps(bytes);
  const withoutMagic = Uint8Array.from(bytes);
  withoutMagic[0] = 0x71;
  const altered = entryFaults.map(({ map, type, what, change }): readonly [string, string] => {
    const at = maps[map]?.findIndex(({ key }) => key[0] === type) ?? -1;
    if (at < 0) throw new Error(`the described PSBT has no entry of the type ${type} in its map ${map}`);
    const changed = maps.map((entries, index) =>
      index === map ? entries.flatMap((entry, place) => (place === at ? change(entry) : [entry])) : entries,
    );
    return [what, base64.encode(psbtBytes(magic, changed))];
  });
  return [
    ['a serialized transaction', base64.encode(unseenTransaction(t).bytes)],
    ['other magic bytes', base64.encode(withoutMagic)],
    ['no maps', base64.encode(magic)],
    ['the last map cut short', base64.encode(bytes.subarray(0, -1))],
    ['the maps of the outputs missing', base64.encode(psbtBytes(magic, maps.slice(0, PAID)))],
    ['the maps of the inputs and outputs missing', base64.encode(psbtBytes(magic, maps.slice(0, PLAIN)))],
    ['one map missing', base64.encode(psbtBytes(magic, maps.slice(0, CHANGE)))],
    ['one map more', base64.encode(psbtBytes(magic, [...maps, []]))],
    ...altered,
  ];
}

/** A case that a method refuses each of these invalid values. It may end a node, so it runs after others. */
function refusing(id: string, source: string, method: MethodId, made: (t: Trial) => Promise<readonly (readonly [string, Wire[]])[]>): Case {
  return {
    ...invariant({
      id,
      text: `${method} refuses bytes that are not what it reads.`,
      effect: ['read'],
      evidence: 'standard',
      source,
      methods: [method],
      run: async (t) => {
        for (const [what, params] of await made(t)) {
          const answer = await t.call(method, params);
          t.ok(!answer.ok, `${method} returned a result for ${what}, expected a refusal`, { check: 'refusal' });
        }
      },
    }),
    danger: 'bytes',
  };
}

const ofPsbts = (method: MethodId, params: (psbt: string) => Wire[] = (psbt) => [psbt]): Case =>
  refusing(`recomputed-psbt/invalid-${method}`, 'BIP 174, Test Vectors', method, async (t) =>
    (await invalidPsbts(t)).map(([what, psbt]) => [what, params(psbt)] as const),
  );

const ofTransactions = (method: MethodId, params: (hex: string) => Wire[] = (hex) => [hex]): Case =>
  refusing(`recomputed-transactions/invalid-${method}`, 'BIP 144', method, async (t) => {
    const hex = toHex(unseenTransaction(t).strippedBytes);
    return [
      ['a transaction without its last byte', params(hex.slice(0, -2))],
      ['half a transaction', params(hex.slice(0, 2 * Math.floor(hex.length / 4)))],
      ['a version alone', params(hex.slice(0, 8))],
    ];
  });

/** Cases about bytes that are no PSBT or no transaction. */
export const unreadableInvariants: readonly Case[] = [
  ofPsbts('decodepsbt'),
  ofPsbts('finalizepsbt'),
  ofPsbts('combinepsbt', (psbt) => [[psbt]]),
  ofPsbts('walletprocesspsbt'),
  ofTransactions('decoderawtransaction'),
  ofTransactions('combinerawtransaction', (hex) => [[hex]]),
  ofTransactions('sendrawtransaction'),
  ofTransactions('signrawtransactionwithwallet'),
];
