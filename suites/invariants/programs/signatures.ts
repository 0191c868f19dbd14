import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import { invariant } from '../invariant.ts';
import { multisigScript, payToScriptHash, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { assemble } from '../../../oracles/assemble.ts';
import { fromHex, joined, toHex } from '../../../oracles/bytes.ts';
import { SIGHASH } from '../../../oracles/sighash.ts';
import { serializeWithWitness, type TxInput } from '../../../oracles/transaction.ts';
import { keyHashScript, signatureFor, witnessKeyHash } from '../recomputed/locked-coins.ts';
import { contentOf, payToLocks, tested, type Content, type Locked } from './program.ts';

const push = (bytes: Uint8Array): Uint8Array => (bytes.length === 0 ? Uint8Array.of(0) : assemble(`<${toHex(bytes)}>`));
const NOTHING = new Uint8Array();

/** A way to lock an output with signatures. */
interface Way {
  readonly slug: string;
  readonly source: string;
  /** How many keys it has. All but the last must sign, and a single one must. */
  readonly keys: 1 | 3;
  readonly segwit: boolean;
  lock(keys: readonly Uint8Array[]): Uint8Array;
  /** What a signature covers. */
  code(keys: readonly Uint8Array[]): Uint8Array;
  unlock(signatures: readonly Uint8Array[], keys: readonly Uint8Array[], dummy?: Uint8Array): Pick<TxInput, 'scriptSig' | 'witness'>;
}

const twoOf = (keys: readonly Uint8Array[]): Uint8Array => multisigScript(2, keys);

const WAYS: readonly Way[] = [
  {
    slug: 'p2pkh',
    source: 'BIP 66, the signature hash of the family',
    keys: 1,
    segwit: false,
    lock: keyHashScript,
    code: keyHashScript,
    unlock: ([signature = NOTHING], [key = NOTHING]) => ({ scriptSig: joined(push(signature), push(key)), witness: [] }),
  },
  {
    slug: 'p2wpkh',
    source: 'BIP 66, BIP 141, BIP 143',
    keys: 1,
    segwit: true,
    lock: witnessKeyHash,
    code: keyHashScript,
    unlock: ([signature = NOTHING], [key = NOTHING]) => ({ scriptSig: NOTHING, witness: [signature, key] }),
  },
  {
    slug: 'p2sh-p2wpkh',
    source: 'BIP 16, BIP 66, BIP 141, BIP 143',
    keys: 1,
    segwit: true,
    lock: (keys) => payToScriptHash(witnessKeyHash(keys)),
    code: keyHashScript,
    unlock: ([signature = NOTHING], keys) => ({ scriptSig: push(witnessKeyHash(keys)), witness: [signature, keys[0] ?? NOTHING] }),
  },
  {
    slug: 'p2sh-multisig',
    source: 'BIP 11, BIP 16, BIP 66, BIP 147',
    keys: 3,
    segwit: false,
    lock: (keys) => payToScriptHash(twoOf(keys)),
    code: twoOf,
    unlock: (signatures, keys, dummy = NOTHING) => ({ scriptSig: joined(...[dummy, ...signatures, twoOf(keys)].map(push)), witness: [] }),
  },
  {
    slug: 'p2wsh-multisig',
    source: 'BIP 11, BIP 141, BIP 143, BIP 147',
    keys: 3,
    segwit: true,
    lock: (keys) => payToWitnessScriptHash(twoOf(keys)),
    code: twoOf,
    unlock: (signatures, keys, dummy = NOTHING) => ({ scriptSig: NOTHING, witness: [dummy, ...signatures, twoOf(keys)] }),
  },
  {
    slug: 'p2sh-p2wsh-multisig',
    source: 'BIP 11, BIP 16, BIP 141, BIP 143, BIP 147',
    keys: 3,
    segwit: true,
    lock: (keys) => payToScriptHash(payToWitnessScriptHash(twoOf(keys))),
    code: twoOf,
    unlock: (signatures, keys, dummy = NOTHING) => ({
      scriptSig: push(payToWitnessScriptHash(twoOf(keys))),
      witness: [dummy, ...signatures, twoOf(keys)],
    }),
  },
];

interface Signing {
  readonly way: Way;
  readonly coin: Locked;
  readonly keys: readonly Uint8Array[];
  readonly content: Content;
}

/** A signature by one of the keys. */
const sign = ({ way, coin, keys, content }: Signing, key: ForeignKey, type: number = SIGHASH.ALL, index = 0): Uint8Array =>
  signatureFor({ code: way.code(keys), segwit: way.segwit, output: { valueSat: coin.amountSat } }, key, {
    transaction: content,
    index,
    type,
  });

/** The same signature with its parts changed, and written as it must not be: each with what is wrong. */
function faultsOf(signature: Uint8Array): readonly (readonly [what: string, signature: Uint8Array])[] {
  const type = signature.at(-1) ?? 0;
  const { r, s } = secp256k1.Signature.fromBytes(signature.slice(0, -1), 'der');
  const [rBytes, sBytes] = [integer(r), integer(s)];
  const high = integer(secp256k1.Point.Fn.ORDER - s);
  const der = (...parts: readonly Uint8Array[]): Uint8Array => {
    const inner = joined(...parts);
    return joined([0x30, inner.length], inner, [type]);
  };
  const written = (bytes: Uint8Array, tag = 0x02): Uint8Array => joined([tag, bytes.length], bytes);
  return [
    ['another s', der(written(rBytes), written(integer(s === 1n ? 2n : s - 1n)))],
    ['a high s', der(written(rBytes), written(high))],
    ['r padded with a zero', der(written(joined([0], rBytes)), written(sBytes))],
    ['s padded with a zero', der(written(rBytes), written(joined([0], sBytes)))],
    ['a negative r', der(written(joined([0x80], rBytes)), written(sBytes))],
    ['an empty s', der(written(rBytes), written(NOTHING))],
    ['an empty r', der(written(NOTHING), written(sBytes))],
    ['another tag of r', der(written(rBytes, 0x03), written(sBytes))],
    ['another tag of s', der(written(rBytes), written(sBytes, 0x03))],
    ['a byte after s', der(written(rBytes), written(sBytes), Uint8Array.of(0))],
    ['a length of r beyond its end', joined(signature.subarray(0, 3), [signature.length], signature.subarray(4))],
    ['a length that is too large', joined([0x30, signature[1]! + 1], signature.subarray(2))],
    ['another tag of the whole', joined([0x31], signature.subarray(1))],
    ['another type', joined(signature.subarray(0, -1), [SIGHASH.NONE])],
    ['the type 0', joined(signature.subarray(0, -1), [0])],
    ['no type', signature.subarray(0, -1)],
    ['nothing in it', NOTHING],
    ['one byte', Uint8Array.of(type)],
  ];
}

/** An unsigned number in DER: without needless zeros, and with one before a first bit that is set. */
function integer(value: bigint): Uint8Array {
  const hex = value.toString(16);
  const even = fromHex(hex.length % 2 === 0 ? hex : `0${hex}`);
  return (even[0] ?? 0) >= 0x80 ? joined([0], even) : even;
}

async function judgeWay(t: Trial, way: Way): Promise<void> {
  const owners: ForeignKey[] = [];
  for (let n = 0; n < way.keys; n += 1) owners.push(await t.world.fresh('foreignKey'));
  const stranger = await t.world.fresh('foreignKey');
  const keys = owners.map(({ publicKey }) => fromHex(publicKey));
  const uncompressed = keys.map((key) => secp256k1.Point.fromBytes(key).toBytes(false));
  const locks = [keys, uncompressed].map((some) => ({ name: way.slug, script: way.lock(some), input: {} }));
  const [coin, ofUncompressed] = await payToLocks(t, locks);
  const [second] = await payToLocks(t, locks.slice(0, 1)); // one payment pays an address once
  if (coin === undefined || second === undefined || ofUncompressed === undefined) return;
  const signing = { way, coin, keys, content: contentOf([coin]) };
  const signers = owners.slice(0, way.keys === 1 ? 1 : 2);
  const spend = (changed: Partial<Pick<TxInput, 'scriptSig' | 'witness'>>, content: Content = signing.content): Uint8Array =>
    serializeWithWitness({ ...content, inputs: content.inputs.map((input) => ({ ...input, ...changed })) });
  const refuses = async (what: string, transaction: Uint8Array): Promise<void> => {
    const { allowed } = await tested(t, transaction);
    t.equal(allowed, false, `allowed for an input that spends a ${way.slug} output with ${what}`, { path: 'allowed' });
  };
  const both = contentOf([coin, second]);
  const [output] = both.outputs as [Content['outputs'][number]];
  for (const [name, type] of Object.entries(SIGHASH)) {
    // An input without an output of its index has a rule of its own for the type SINGLE.
    for (const outputs of [
      [
        { ...output, valueSat: output.valueSat - 10_000n },
        { ...output, valueSat: 10_000n },
      ],
      [output],
    ]) {
      const content = { ...both, outputs, inputs: both.inputs.map((input, index) => ({ ...input, sequence: input.sequence - index })) };
      const inputs = [coin, second].map((each, index) => ({
        ...(content.inputs[index] as TxInput),
        ...way.unlock(
          signers.map((key) => sign({ way, coin: each, keys, content }, key, type, index)),
          keys,
        ),
      }));
      const { allowed, reason } = await tested(t, serializeWithWitness({ ...content, inputs }));
      t.equal(
        allowed,
        true,
        `allowed (reject-reason ${reason}) for two inputs with valid signatures of the type ${name} and ${outputs.length} outputs`,
        { path: 'allowed' },
      );
    }
  }
  const spending = contentOf([ofUncompressed]);
  const unlocked = way.unlock(
    signers.map((key) => sign({ way, coin: ofUncompressed, keys: uncompressed, content: spending }, key)),
    uncompressed,
  );
  // In a witness they are not relayed (BIP 143).
  const { allowed } = await tested(t, spend(unlocked, spending));
  t.equal(allowed, !way.segwit, `allowed for uncompressed keys in ${way.slug}`, { path: 'allowed' });
  const signatures = signers.map((key) => sign(signing, key));
  const [first = NOTHING, ...others] = signatures;
  const good = way.unlock(signatures, keys);
  for (const [what, fault] of faultsOf(first)) await refuses(what, spend(way.unlock([fault, ...others], keys)));
  await refuses('the signature of another key', spend(way.unlock([sign(signing, stranger), ...others], keys)));
  await refuses('the key of another', spend(way.unlock(signatures, [fromHex(stranger.publicKey), ...keys.slice(1)])));
  await refuses('no signature', spend({ scriptSig: NOTHING, witness: [] }));
  const { content } = signing;
  await refuses('a changed lock time', spend(good, { ...content, lockTime: 1 }));
  await refuses(
    'a changed output',
    spend(good, { ...content, outputs: content.outputs.map((output) => ({ ...output, valueSat: output.valueSat - 1n })) }),
  );
  if (way.keys === 3) {
    await refuses('signatures in another order', spend(way.unlock(signatures.toReversed(), keys)));
    await refuses('one signature twice', spend(way.unlock([first, first], keys)));
    await refuses('one signature of two', spend(way.unlock([first], keys)));
    await refuses('a dummy element that is not empty', spend(way.unlock(signatures, keys, Uint8Array.of(0x11, 0x22))));
    const [, ...later] = owners;
    const { allowed } = await tested(
      t,
      spend(
        way.unlock(
          later.map((key) => sign(signing, key)),
          keys,
        ),
      ),
    );
    t.equal(allowed, true, 'allowed for an input with the signatures of the second and the third key', { path: 'allowed' });
  }
  if (way.segwit && good.scriptSig.length === 0) await refuses('a scriptSig', spend({ ...good, scriptSig: Uint8Array.of(0x51) }));
  if (way.segwit) await refuses('its witness missing', spend({ ...good, witness: [] }));
  if (way.segwit)
    await refuses('an element more in the witness', spend({ ...good, witness: [Uint8Array.of(0x11, 0x22), ...good.witness] }));
  // The script of a nested program is all that there may be (BIP 141).
  if (way.segwit && good.scriptSig.length > 0)
    await refuses('a push before the script', spend({ ...good, scriptSig: joined([0x51], good.scriptSig) }));
  if (way.segwit && way.keys === 3) await refuses('its witness script missing', spend({ ...good, witness: good.witness.slice(0, -1) }));
  if (good.scriptSig.length > 0)
    await refuses('an operation in its scriptSig', spend({ ...good, scriptSig: joined([0x51, 0x75], good.scriptSig) }));
}

export const programSignatureInvariants: readonly Case[] = WAYS.map((way) =>
  invariant({
    id: `programs/signed-${way.slug}`,
    text: `A ${way.slug} output is spent by valid signatures alone, of each sighash type, in the order of the keys.`,
    effect: ['wallet'],
    evidence: 'standard',
    source: way.source,
    methods: ['testmempoolaccept'],
    run: (t) => judgeWay(t, way),
  }),
);
