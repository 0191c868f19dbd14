import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { isSignature, verifyInput } from '../../../oracles/input-signature.ts';
import { parsePsbt } from '../../../oracles/psbt.ts';
import { SIGHASH, type SighashName } from '../../../oracles/sighash.ts';
import { serializeWithWitness, type RawTransaction } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { present } from '../../support/present.ts';
import { withUnpaidWallet, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';
import type { LockedCoin } from './locked-coins.ts';
import type { PsbtEntry } from './psbt-maps.ts';
import {
  INPUT,
  UNKNOWN,
  keysAt,
  outputEntry,
  psbtOf,
  psbtParts,
  readMaps,
  scriptEntries,
  sighashEntry,
  signatureEntries,
  sortedEntries,
  spentCoins,
  spentEntry,
  union,
  type MadePsbt,
  type Spent,
} from './psbt-parts.ts';
import { checkSignatures } from './signatures.ts';

const standard = { effect: ['read'], evidence: 'standard', source: 'BIP 174' } as const;

/** The types of entries that a final input keeps, beside its final scripts. */
const KEPT: readonly number[] = [INPUT.previous, INPUT.witnessOutput, UNKNOWN];
const FINAL: readonly number[] = [INPUT.finalScriptSig, INPUT.finalWitness];

const mapsOf = (t: Trial, psbt: string | undefined): PsbtEntry[][] =>
  decoded(t, 'the PSBT', () => readMaps(present(t, psbt, 'psbt is missing', 'psbt')));
const has = (map: readonly PsbtEntry[] | undefined, types: readonly number[]): boolean =>
  map?.some(({ key }) => types.includes(key[0] ?? -1)) === true;

/** The names of the coins whose inputs are final. */
const finalIn = (maps: MadePsbt['maps'], { coins }: Spent): string[] =>
  coins.flatMap(({ name }, index) => (has(maps[index + 1], FINAL) ? [name] : []));

/** The transaction with the final scripts of a PSBT. */
function withFinalScripts(t: Trial, psbt: string, { transaction }: Spent): RawTransaction {
  const { inputs } = decoded(t, 'the PSBT', () => parsePsbt(psbt));
  return {
    ...transaction,
    inputs: transaction.inputs.map((input, index) => ({
      ...input,
      scriptSig: inputs[index]?.finalScriptSig ?? new Uint8Array(),
      witness: inputs[index]?.finalWitness ?? [],
    })),
  };
}

const outputsOf = ({ coins }: Spent): readonly LockedCoin['output'][] => coins.map(({ output }) => output);

/** Checks a PSBT whose inputs are all final against the one that it was made from. */
function checkFinal(t: Trial, psbt: string | undefined, from: MadePsbt, spent: Spent): void {
  const maps = mapsOf(t, psbt);
  const { length } = spent.coins;
  const inputs = maps.slice(1, length + 1);
  t.equal(
    sortedEntries(inputs.map((map) => map.filter(({ key }) => !FINAL.includes(key[0] ?? -1)))),
    sortedEntries(from.maps.slice(1, length + 1).map((map) => map.filter(({ key }) => KEPT.includes(key[0] ?? -1)))),
    'the entries of each final input beside its final scripts (what it spends, and unknown ones)',
    { path: 'psbt' },
  );
  t.equal(
    inputs.map((map) => FINAL.map((type) => has(map, [type]))),
    spent.coins.map(({ segwit, redeemScript }) => [!segwit || redeemScript !== undefined, segwit]),
    'whether each input has a final scriptSig and a final witness',
    { path: 'psbt' },
  );
  const others = (all: MadePsbt['maps']): string[][] => sortedEntries([...all.slice(0, 1), ...all.slice(length + 1)]);
  t.equal(others(maps), others(from.maps), 'the entries of the global map and of the outputs of the final PSBT', { path: 'psbt' });
  checkSignatures(t, withFinalScripts(t, psbt ?? '', spent), outputsOf(spent), 'ALL');
}

async function judgeCombined(t: Trial): Promise<void> {
  const { created, second, third } = await psbtParts(t);
  for (const order of [
    [created, second, third],
    [third, created, second],
  ] as const) {
    const combined = mapsOf(t, await t.result('combinepsbt', { txs: order.map(({ text }) => text) }));
    t.equal(sortedEntries(combined), sortedEntries(union(order).maps), 'the sorted entries of each map of the combined PSBT');
  }
  const other = psbtOf(await spentCoins(t), () => []);
  await t.refused('combinepsbt', { txs: [created.text, second.text, other.text] }, 'one PSBT is of another transaction');
}

async function judgeFinalized(t: Trial): Promise<void> {
  const parts = await psbtParts(t);
  const { coins, transaction, previous, created, second, third, isWholeInSecond } = parts;
  const whole = union([created, second, third]);
  const kept = await t.result('finalizepsbt', { psbt: whole.text, extract: false });
  t.equal(kept.complete, true, 'complete with all signatures', { path: 'complete' });
  t.equal(kept.hex, undefined, 'hex with extract false', { path: 'hex' });
  checkFinal(t, kept.psbt, whole, parts);
  const { hex, complete } = await t.result('finalizepsbt', { psbt: kept.psbt ?? '' });
  t.equal(
    { hex, complete },
    { hex: toHex(serializeWithWitness(withFinalScripts(t, kept.psbt ?? '', parts))), complete: true },
    'the transaction extracted from the final PSBT (compared with its final scripts)',
    { path: 'hex' },
  );

  const partly = await t.result('finalizepsbt', { psbt: second.text });
  t.equal([partly.complete, partly.hex], [false, undefined], 'complete and hex with a part of the signatures', { path: 'complete' });
  const maps = mapsOf(t, partly.psbt);
  const ready = coins.filter(isWholeInSecond).map(({ name }) => name);
  t.equal(finalIn(maps, parts), ready, 'the coins whose inputs are final with a part of the signatures', { path: 'psbt' });
  const open = (all: MadePsbt['maps']): string[][] =>
    sortedEntries(all.filter((_, at) => at === 0 || coins[at - 1] === undefined || !isWholeInSecond(coins[at - 1] as LockedCoin, at - 1)));
  t.equal(open(maps), open(second.maps), 'the entries of the maps of all but the final inputs', { path: 'psbt' });

  // Neither a signature of another input nor one that does not cover the amount of an unproven output makes an input final.
  const doubtful = psbtOf(parts, (coin, index) => [
    coin.name === 'P2PKH' ? outputEntry(coin.output) : spentEntry(coin, previous),
    ...signatureEntries(transaction, coin.name === 'P2WPKH' ? index - 1 : index, coin, [0, 1]),
    ...scriptEntries(coin),
  ]);
  const refused = await t.result('finalizepsbt', { psbt: doubtful.text });
  t.equal(refused.complete, false, 'complete with signatures that do not hold', { path: 'complete' });
  t.equal(
    finalIn(mapsOf(t, refused.psbt), parts),
    coins.map(({ name }) => name).filter((name) => name !== 'P2PKH' && name !== 'P2WPKH'),
    'the coins whose inputs are final, where of one the signature is of another input and of one the previous transaction is missing',
    { path: 'psbt' },
  );
}

/** A wallet that holds the first key of each coin. */
function withFirstKeys(t: Trial, coins: readonly LockedCoin[], work: (wallet: CaseWallet) => Promise<void>): Promise<void> {
  return withUnpaidWallet(t, async (wallet) => {
    const requests = coins
      .flatMap((coin) => keysAt(coin, [0]))
      .map(({ addresses, wif }) => ({ scriptPubKey: { address: addresses.legacy }, timestamp: 'now' as const, keys: [wif] }));
    await wallet.result('importmulti', { requests, options: { rescan: false } });
    await work(wallet);
  });
}

async function judgeProcessed(t: Trial): Promise<void> {
  const spent = await spentCoins(t);
  const { coins, previous, transaction } = spent;
  const base = (coin: LockedCoin): PsbtEntry[] => [spentEntry(coin, previous), ...scriptEntries(coin)];
  const updated = psbtOf(spent, base);
  await withFirstKeys(t, coins, async (wallet) => {
    const unsigned = await wallet.result('walletprocesspsbt', { psbt: updated.text, sign: false, bip32derivs: false });
    t.equal(unsigned.complete, false, 'complete with sign false', { path: 'complete' });
    t.equal(sortedEntries(mapsOf(t, unsigned.psbt)), sortedEntries(updated.maps), 'the entries of each map with sign false', {
      path: 'psbt',
    });

    const sighashtype = t.random.pick(Object.keys(SIGHASH) as SighashName[]);
    const partly = await wallet.result('walletprocesspsbt', { psbt: updated.text, sign: true, sighashtype, bip32derivs: false });
    t.equal(partly.complete, false, 'complete with one of two signatures for some inputs', { path: 'complete' });
    const maps = mapsOf(t, partly.psbt);
    const single = coins.filter(({ keys }) => keys.length === 1);
    t.equal(
      finalIn(maps, spent),
      single.map(({ name }) => name),
      'the coins whose inputs are final',
      { path: 'psbt' },
    );
    const read = decoded(t, 'the PSBT', () => parsePsbt(partly.psbt));
    for (const [index, coin] of coins.entries()) {
      if (coin.keys.length === 1) continue;
      const [first] = coin.keys;
      const signatures = [...(read.inputs[index]?.partialSignatures ?? [])];
      t.equal(
        signatures.map(([key]) => key),
        [first?.publicKey],
        `the keys that have signed the input of the ${coin.name} coin`,
        { path: 'psbt' },
      );
      const [[key, signature] = ['', '']] = signatures;
      const witnessAmountSat = coin.segwit ? coin.output.valueSat : undefined;
      const isValid = isSignature(fromHex(signature), fromHex(key), {
        transaction,
        index,
        scriptCode: coin.code,
        ...(witnessAmountSat !== undefined && { witnessAmountSat }),
      });
      t.ok(isValid, `the signature of the input of the ${coin.name} coin is not valid`, { path: 'psbt', check: 'signature' });
      t.equal(signature.slice(-2), toHex(Uint8Array.of(SIGHASH[sighashtype])), `the type of a signature with ${sighashtype}`, {
        path: 'psbt',
      });
      const rest = (map: readonly PsbtEntry[] = []): string[][] => sortedEntries([map.filter((one) => !has([one], [INPUT.signature]))]);
      t.equal(rest(maps[index + 1]), rest(updated.maps[index + 1]), 'the entries of an input beside its signature', { path: 'psbt' });
    }
    const signed = withFinalScripts(t, partly.psbt, spent);
    for (const [index, { name, keys, output }] of coins.entries()) {
      if (keys.length > 1) continue;
      const verdict = decoded(t, `the script of input ${index}`, () => verifyInput(signed, index, output));
      t.ok(verdict.valid, `the input of the ${name} coin is not validly signed: ${verdict.valid ? '' : verdict.problem}`, {
        path: 'psbt',
        check: 'signature',
      });
    }

    const shared = psbtOf(spent, (coin, index) => [
      ...base(coin),
      ...(coin.keys.length === 1 ? [] : signatureEntries(transaction, index, coin, [2])),
    ]);
    const whole = await wallet.result('walletprocesspsbt', { psbt: shared.text });
    t.equal(whole.complete, true, 'complete with the signatures of another that were there', { path: 'complete' });
    checkFinal(t, whole.psbt, shared, spent);
  });
}

async function judgeRequiredType(t: Trial): Promise<void> {
  const spent = await spentCoins(t);
  const { coins, previous } = spent;
  const names = Object.keys(SIGHASH) as SighashName[];
  const required = t.random.pick(names);
  const other = t.random.pick(names.filter((name) => name !== required));
  const { text: psbt } = psbtOf(spent, (coin) => [spentEntry(coin, previous), ...scriptEntries(coin), sighashEntry(SIGHASH[required])]);
  /** The last bytes of the signatures of inputs that are not final yet, in hex. */
  const typesIn = (text: string): string[] =>
    decoded(t, 'the PSBT', () => parsePsbt(text)).inputs.flatMap(({ partialSignatures }) =>
      [...partialSignatures.values()].map((signature) => signature.slice(-2)),
    );
  const expected = toHex(Uint8Array.of(SIGHASH[required]));
  await withFirstKeys(t, coins, async (wallet) => {
    const signed = await wallet.result('walletprocesspsbt', { psbt, sign: true, sighashtype: required });
    const types = typesIn(signed.psbt);
    t.equal([...new Set(types)], [expected], `the types of signatures with ${required}, which the inputs require`, { path: 'psbt' });
    // Refused, or not signed, or signed as required.
    const answer = await t.answer('walletprocesspsbt', { psbt, sign: true, sighashtype: other }, { wallet: wallet.name });
    if (!answer.ok) return;
    const wrong = typesIn(answer.result.psbt).filter((type) => type !== expected);
    t.equal(wrong, [], `the types of signatures with ${other}, where the inputs require ${required}`, { path: 'psbt' });
  });
}

/** Cases about the roles of BIP 174, on coins of each way to lock an output. */
export const psbtRoleInvariants: readonly Case[] = [
  invariant({
    ...standard,
    id: 'psbt-roles/combiner',
    text: 'combinepsbt keeps each entry of each map of all PSBTs, whatever their order, and refuses one of another transaction.',
    methods: ['combinepsbt'],
    run: judgeCombined,
  }),
  invariant({
    ...standard,
    id: 'psbt-roles/finalizer',
    text: 'finalizepsbt finishes exactly the inputs that have valid signatures, keeps of them what they spend and unknown entries, and leaves the rest.',
    methods: ['finalizepsbt'],
    run: judgeFinalized,
  }),
  invariant({
    ...standard,
    id: 'psbt-roles/signer',
    text: 'walletprocesspsbt adds to each kind of input the signatures of its keys, and keeps those of others.',
    effect: ['wallet'],
    methods: ['walletprocesspsbt', 'importmulti'],
    run: judgeProcessed,
  }),
  invariant({
    ...standard,
    id: 'psbt-roles/required-type',
    text: 'walletprocesspsbt signs an input that requires a sighash type with no other.',
    effect: ['wallet'],
    methods: ['walletprocesspsbt', 'importmulti'],
    run: judgeRequiredType,
  }),
];
