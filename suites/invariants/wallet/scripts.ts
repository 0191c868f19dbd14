import { formatSat } from '../../../client/wire-json.ts';
import { publicKeyHashScript, uncompressedKey } from '../../../fixtures/world/keys.ts';
import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { ChainParameters } from '../../../fixtures/world/types.ts';
import type { AddressInfo, EmbeddedAddressInfo, UnspentOutput } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { addressOfScript, multisigScript, payToScriptHash, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, joined, toHex } from '../../../oracles/bytes.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { foreignAddress } from '../../support/payments.ts';
import { present } from '../../support/present.ts';
import { withCaseWallet, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';

/** A script that outputs pay, mostly by its hash. */
interface Inner {
  readonly what: string;
  readonly script: Uint8Array;
  /** The outputs that pay it; without it by each kind of hash. */
  readonly wraps?: readonly Wrap[];
  /** Not imported: the wallet knows what is paid to its keys. */
  readonly isOwn?: true;
  /** Its name in the documents. */
  readonly type: string;
  /** Whether the wallet holds all private keys that it asks for; later: once the foreign keys are imported. */
  readonly held: boolean | 'later';
  /** Whether all is known that it asks for, but private keys. */
  readonly solvable: boolean;
  readonly pubkeys?: readonly string[];
  readonly sigsrequired?: number;
  /** The key of a script for one key, if the wallet knows it. */
  readonly pubkey?: string;
}

/** An output that pays the hash of such a script. */
interface Output {
  readonly inner: Inner;
  readonly address: string;
  readonly script: Uint8Array;
  readonly wrap: Wrap;
  readonly sat: bigint;
}

const WRAPS = ['P2SH', 'P2WSH', 'P2SH-P2WSH'] as const;
/** plain: the script itself. */
type Wrap = (typeof WRAPS)[number] | 'plain';
/** A witness program for a key. */
const OF_PROGRAM = ['plain', 'P2SH'] as const;
/** No sentence decides whether an uncompressed key of a witness program can be spent with: see BIP 143. */
const OF_UNCOMPRESSED = ['P2SH'] as const;

const payToKey = (publicKey: string): Uint8Array => joined([publicKey.length / 2], fromHex(publicKey), [0xac]);
const payToKeyHash = (publicKey: string): Uint8Array => fromHex(publicKeyHashScript(publicKey));
const witnessOfKey = (publicKey: string): Uint8Array => joined([0x00, 0x14], payToKeyHash(publicKey).subarray(3, 23));

/**
 * Scripts of keys that the wallet holds, of one that it knows, and of two of which it knows nothing but the scripts.
 * `later`: their private keys, WIF.
 */
async function inners(t: Trial, wallet: CaseWallet): Promise<{ readonly scripts: Inner[]; readonly later: readonly string[] }> {
  const [first, second] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
  for (const { wif } of [first, second]) await wallet.result('importprivkey', { privkey: wif, label: '', rescan: false });
  const known = await t.world.fresh('foreignKey');
  await wallet.result('importpubkey', { pubkey: known.publicKey, label: '', rescan: false });
  const [stranger, unknown] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
  const uncompressed = uncompressedKey((await t.world.fresh('foreignKey')).privateKey, await t.world.use('chainParameters'));
  await wallet.result('importprivkey', { privkey: uncompressed.wif, label: '', rescan: false });
  const u = uncompressed.publicKey;
  const [a, b, k] = [first.publicKey, second.publicKey, known.publicKey];
  const [s, n] = [stranger.publicKey, unknown.publicKey];
  const multisig = (required: number, keys: readonly string[], held: Inner['held']): Inner => ({
    what: `${required} of ${keys.length} keys`,
    script: multisigScript(required, keys.map(fromHex)),
    type: 'multisig',
    held,
    solvable: true,
    pubkeys: keys,
    sigsrequired: required,
  });
  const ofKey = (key: string, some: Pick<Inner, 'what' | 'held' | 'solvable' | 'isOwn' | 'pubkey'>): Inner => ({
    ...some,
    script: witnessOfKey(key),
    type: 'witness_v0_keyhash',
    wraps: OF_PROGRAM,
  });
  return {
    later: [stranger.wif, unknown.wif],
    scripts: [
      { what: 'a held key', script: payToKey(a), type: 'pubkey', held: true, solvable: true, pubkey: a },
      { what: 'the hash of a held key', script: payToKeyHash(b), type: 'pubkeyhash', held: true, solvable: true, pubkey: b },
      multisig(2, [a, b], true),
      multisig(1, [b], true),
      { ...multisig(2, [a, s], 'later'), what: '2 of a held key and a foreign one' },
      { what: 'a foreign key', script: payToKey(s), type: 'pubkey', held: 'later', solvable: true, pubkey: s },
      { what: 'the hash of a known key', script: payToKeyHash(k), type: 'pubkeyhash', held: false, solvable: true, pubkey: k },
      ofKey(b, { what: 'the witness program of a held key', held: true, solvable: true, isOwn: true, pubkey: b }),
      ofKey(k, { what: 'the witness program of a known key', held: false, solvable: true, pubkey: k }),
      ofKey(n, { what: 'the witness program of an unknown key', held: 'later', solvable: false }),
      { ...multisig(2, [a, u], true), what: '2 keys, one of them uncompressed', wraps: OF_UNCOMPRESSED },
      { what: 'an uncompressed key', script: payToKey(u), type: 'pubkey', held: true, solvable: true, pubkey: u, wraps: OF_UNCOMPRESSED },
      { what: 'no key', script: Uint8Array.of(0x51, 0x69, 0x51), type: 'nonstandard', held: false, solvable: false },
    ],
  };
}

/** Imports a script with its witness program, so that the wallet knows what is paid to the hash of either. */
async function importAll(wallet: CaseWallet, { script, wraps, isOwn }: Inner): Promise<void> {
  if (isOwn) return;
  for (const imported of wraps === undefined ? [script, payToWitnessScriptHash(script)] : [script])
    await wallet.result('importaddress', { address: toHex(imported), label: '', rescan: false, p2sh: true });
}

function wrapped(inner: Uint8Array, wrap: Wrap): Uint8Array {
  switch (wrap) {
    case 'plain':
      return inner;
    case 'P2SH':
      return payToScriptHash(inner);
    case 'P2WSH':
      return payToWitnessScriptHash(inner);
    case 'P2SH-P2WSH':
      return payToScriptHash(payToWitnessScriptHash(inner));
  }
}

function outputsOf(chain: ChainParameters, scripts: readonly Inner[]): Output[] {
  return scripts.flatMap((inner, index) =>
    (inner.wraps ?? WRAPS).map((wrap, place): Output => {
      const script = wrapped(inner.script, wrap);
      return { inner, wrap, script, address: addressOfScript(script, chain) ?? '', sat: 1_000_000n + BigInt(index * 10 + place) };
    }),
  );
}

const nameOf = ({ wrap, inner }: Output): string => `the ${wrap === 'plain' ? '' : `${wrap} `}output for ${inner.what}`;

/** A wallet that knows scripts, and is paid by an output of each kind for each of them. */
function withScripts(
  t: Trial,
  work: (wallet: CaseWallet, outputs: readonly Output[], later: readonly string[]) => Promise<void>,
  isPaid = true,
): Promise<void> {
  return withCaseWallet(t, [], async (wallet) => {
    const chain = await t.world.use('chainParameters');
    const { scripts, later } = await inners(t, wallet);
    for (const inner of scripts) await importAll(wallet, inner);
    const outputs = outputsOf(chain, scripts);
    if (isPaid) await wallet.receive(outputs.map(({ address, sat }) => ({ address, amountSat: sat })));
    await work(wallet, outputs, later);
  });
}

const unspentOf = async (wallet: CaseWallet): Promise<ReadonlyMap<string, UnspentOutput>> =>
  new Map((await wallet.result('listunspent', { minconf: 0 })).map((item) => [item.scriptPubKey, item]));

/**
 * Checks the fields of the inner script, in the result or in the embedded address. An optional field is checked where it is present,
 * and the key of a script that is nothing but a known key must be.
 */
function judgeInner(
  t: Trial,
  shown: AddressInfo | EmbeddedAddressInfo,
  inner: Inner,
  { where, path }: { readonly where: string; readonly path: string },
): void {
  t.equal(shown.script, inner.type, `script of ${where}`, { path: `${path}script` });
  if (shown.hex !== undefined) t.equal(shown.hex, toHex(inner.script), `hex of ${where}`, { path: `${path}hex` });
  const sorted = (keys: readonly string[] | undefined) => keys && [...keys].sort();
  t.equal(sorted(shown.pubkeys), sorted(inner.pubkeys), `pubkeys of ${where}`, { path: `${path}pubkeys` });
  t.equal(shown.sigsrequired, inner.sigsrequired, `sigsrequired of ${where}`, { path: `${path}sigsrequired` });
  if (shown.pubkey !== undefined || inner.type === 'pubkey')
    t.equal(shown.pubkey, inner.pubkey, `pubkey of ${where}`, { path: `${path}pubkey` });
}

const documented = { evidence: 'document', source: 'document 1, Unspent output' } as const;
const methods = ['importaddress', 'importprivkey', 'importpubkey'] as const;

export const walletScriptInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-scripts/unspent',
    text: 'Outputs to the hashes of imported scripts are spendable if the wallet holds the keys, and solvable if it knows all but private keys.',
    effect: ['chain', 'wallet'],
    methods: ['listunspent', ...methods, 'gettransaction'],
    run: (t) =>
      withScripts(t, async (wallet, outputs, later) => {
        const judge = async (isLater: boolean): Promise<void> => {
          const unspent = await unspentOf(wallet);
          for (const output of outputs) {
            const { inner, address, sat, script, wrap } = output;
            const shown = present(t, unspent.get(toHex(script)), `listunspent does not list ${nameOf(output)}`);
            const isHeld = inner.held === true || (isLater && inner.held === 'later');
            t.equal(shown.spendable, isHeld, `spendable of ${nameOf(output)}`, { path: 'spendable' });
            t.equal(shown.solvable, inner.solvable || isHeld, `solvable of ${nameOf(output)}`, { path: 'solvable' });
            t.equal(shown.address, address, `address of ${nameOf(output)}`, { path: 'address' });
            t.equal(amountSat(t, shown.amount, 'amount'), sat, `amount of ${nameOf(output)}`, { path: 'amount' });
            const redeemScript = wrap === 'P2SH' ? inner.script : payToWitnessScriptHash(inner.script);
            if (wrap === 'P2SH' || wrap === 'P2SH-P2WSH')
              t.equal(shown.redeemScript, toHex(redeemScript), `redeemScript of ${nameOf(output)}`, { path: 'redeemScript' });
          }
        };
        await judge(false);
        // Keys may come after the scripts that ask for them.
        for (const privkey of later) await wallet.result('importprivkey', { privkey, label: '', rescan: false });
        await judge(true);
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-scripts/spent',
    text: 'The wallet signs for each output to the hash of a script that is spendable, and then no longer lists it.',
    effect: ['chain', 'wallet'],
    methods: ['listunspent', 'signrawtransactionwithwallet', ...methods, 'createrawtransaction', 'sendrawtransaction', 'gettransaction'],
    run: (t) =>
      withScripts(t, async (wallet, outputs) => {
        const unspent = await unspentOf(wallet);
        const coins = outputs.flatMap(({ inner, script }) => (inner.held === true ? (unspent.get(toHex(script)) ?? []) : []));
        if (coins.length === 0) return t.sawNothing('spendable outputs');
        const sat =
          sumSat(coins.map(({ amount }) => amountSat(t, amount, 'amount'))) - (await feeFor(t.world, { usualSat: 50_000n, vbytes: 3_000 }));
        const hexstring = await t.world.result('createrawtransaction', {
          inputs: coins.map(({ txid, vout }) => ({ txid, vout })),
          outputs: [{ [await foreignAddress(t)]: formatSat(sat) }],
        });
        const { hex, complete } = await wallet.result('signrawtransactionwithwallet', { hexstring });
        t.equal(complete, true, 'complete of a transaction whose inputs are spendable', { path: 'complete' });
        await wallet.knows(await sendTransaction(t.world, hex));
        const left = await unspentOf(wallet);
        for (const output of outputs)
          t.equal(
            left.has(toHex(output.script)),
            output.inner.held !== true,
            `whether listunspent lists ${nameOf(output)} when it is spent if it was spendable`,
          );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-scripts/address-info',
    source: 'document 1, Address info (result of `getaddressinfo`)',
    text: 'getaddressinfo describes the address of each kind of script with what the wallet knows of it.',
    effect: ['wallet'],
    methods: ['getaddressinfo', ...methods],
    run: (t) =>
      withScripts(
        t,
        async (wallet, outputs) => {
          for (const output of outputs) {
            const { inner, address, script, wrap } = output;
            const info = await wallet.result('getaddressinfo', { address });
            const isWitness = wrap === 'P2WSH' || wrap === 'plain';
            const isHeld = inner.held === true;
            t.equal(info.scriptPubKey, toHex(script), `scriptPubKey of ${nameOf(output)}`, { path: 'scriptPubKey' });
            t.equal([info.ismine, info.iswatchonly], [isHeld, !isHeld], `the list of ismine and iswatchonly of ${nameOf(output)}`, {
              path: 'ismine',
            });
            t.equal(
              [info.isscript, info.iswitness],
              [wrap !== 'plain', isWitness],
              `the list of isscript and iswitness of ${nameOf(output)}`,
              {
                path: 'isscript',
              },
            );
            t.equal(
              [info.witness_version ?? null, info.witness_program ?? null],
              isWitness ? [0, toHex(script.subarray(2))] : [null, null],
              `the list of witness_version and witness_program of ${nameOf(output)}`,
              { path: 'witness_program' },
            );
            if (wrap === 'plain') {
              if (info.pubkey !== undefined) t.equal(info.pubkey, inner.pubkey, `pubkey of ${nameOf(output)}`, { path: 'pubkey' });
              continue;
            }
            if (wrap !== 'P2SH-P2WSH') {
              judgeInner(t, info, inner, { where: nameOf(output), path: '' });
              continue;
            }
            const program = payToWitnessScriptHash(inner.script);
            t.equal(info.script, 'witness_v0_scripthash', `script of ${nameOf(output)}`, { path: 'script' });
            t.equal(info.hex, toHex(program), `hex of ${nameOf(output)}`, { path: 'hex' });
            const { embedded } = info;
            if (embedded === undefined) continue;
            t.equal(embedded.scriptPubKey, toHex(program), `scriptPubKey of the address embedded in ${nameOf(output)}`, {
              path: 'embedded.scriptPubKey',
            });
            judgeInner(t, embedded, inner, { where: `the address embedded in ${nameOf(output)}`, path: 'embedded.' });
          }
        },
        false,
      ),
  }),
  invariant({
    id: 'wallet-scripts/nested',
    text: 'An output to the hash of a witness script that is itself a witness program is not shown as spendable.',
    evidence: 'standard',
    source: 'BIP 141: a witness program in a witness script is not evaluated, and leaves two elements, so that no input can spend it',
    effect: ['chain', 'wallet'],
    methods: ['listunspent', 'importaddress', 'importprivkey', 'gettransaction'],
    run: (t) =>
      withCaseWallet(t, [], async (wallet) => {
        const { wif, publicKey, addresses } = await t.world.fresh('foreignKey');
        await wallet.result('importprivkey', { privkey: wif, label: '', rescan: false });
        const ofKey = witnessOfKey(publicKey); // known with the key
        const ofScript = payToWitnessScriptHash(payToKey(publicKey));
        const nested = [ofKey, ofScript].map((program) => payToWitnessScriptHash(program));
        for (const script of [payToKey(publicKey), ofScript, ...nested])
          await wallet.result('importaddress', { address: toHex(script), label: '', rescan: false, p2sh: true });
        const chain = await t.world.use('chainParameters');
        const scripts = nested.flatMap((script) => [script, payToScriptHash(script)]);
        const payees = scripts.map((script, at) => ({ address: addressOfScript(script, chain) ?? '', amountSat: 1_000_000n + BigInt(at) }));
        // The last one makes the transaction the wallet's, also where the others are not.
        await wallet.receive([...payees, { address: addresses.legacy, amountSat: 1_000_000n }]);
        const unspent = await unspentOf(wallet);
        for (const [at, script] of scripts.entries())
          t.ok(
            unspent.get(toHex(script))?.spendable !== true,
            `listunspent shows the ${at % 2 === 0 ? 'P2WSH' : 'P2SH-P2WSH'} output for a witness program as spendable`,
            { path: 'spendable' },
          );
      }),
  }),
];
