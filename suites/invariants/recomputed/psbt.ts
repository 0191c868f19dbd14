import { payByWallet } from '../../../fixtures/world/ingredients/wallet-payments.ts';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { formatSat } from '../../../client/wire-json.ts';
import type { DecodedPsbt, PsbtInput, PsbtOutput, ScriptText, TypedScript } from '../../../specs/model/generated/wire.d.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { addressOfScript, multisigScript, payToScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, hash160, joined, toHex } from '../../../oracles/bytes.ts';
import { isSignature } from '../../../oracles/input-signature.ts';
import { parsePsbt, type Psbt, type PsbtInput as RawInput, type PsbtOutput as RawOutput } from '../../../oracles/psbt.ts';
import { scriptType } from '../../../oracles/script.ts';
import { sighashName } from '../../../oracles/sighash.ts';
import { parseTransaction, totalOut, txidOf, type TxOutput } from '../../../oracles/transaction.ts';
import { infoOf } from './addresses.ts';
import { present } from '../../support/present.ts';
import { decoded } from '../../support/decoded.ts';
import { amountSat } from '../../support/amounts.ts';
import { checkPrevious, checkWitnessOutput } from './psbt-spent.ts';
import {
  checkAsm,
  checkInputs,
  checkOutputs,
  checkSameButSignatures,
  checkSums,
  type ScriptPlace,
} from '../../support/transaction-checks.ts';
import { rawOf, spentOutputs } from './reading.ts';
import { checkSignatures } from './signatures.ts';
import { statements } from '../../support/statements.ts';

/** The documents show an object by public key for inputs; later releases return a list, as for outputs. */
type Derivations = PsbtInput['bip32_derivs'] | PsbtOutput['bip32_derivs'];
type Shown<T> = Omit<T, 'bip32_derivs'> & { readonly bip32_derivs?: Derivations };
type ShownPsbt = Omit<DecodedPsbt, 'inputs' | 'outputs'> & {
  readonly inputs: readonly Shown<PsbtInput>[];
  readonly outputs: readonly Shown<PsbtOutput>[];
};

const read = (t: Trial, what: string, psbt: string): Psbt => decoded(t, what, () => parsePsbt(psbt));

/** The output that an input spends, from the data in the PSBT. */
function spentBy({ transaction, inputs }: Psbt, index: number): TxOutput | undefined {
  const input = inputs[index];
  return input?.witnessOutput ?? input?.previous?.outputs[transaction.inputs[index]?.vout ?? -1];
}

const isList = (derivations: Derivations): derivations is NonNullable<PsbtOutput['bip32_derivs']> => Array.isArray(derivations);

/** Derivations in a decoded PSBT, in either documented form: public key to path. */
function shownDerivations(derivations: Derivations): Record<string, string> {
  const list = isList(derivations)
    ? derivations.map((derivation) => [derivation.pubkey, derivation] as const)
    : Object.entries(derivations ?? {});
  return Object.fromEntries(
    list.map(([publicKey, { master_fingerprint, path }]) => [publicKey, `${String(master_fingerprint).toLowerCase()} ${path}`]),
  );
}

/** Checks a script of a decoded PSBT: hex, asm, and its type where a public standard defines it. */
function checkScript(
  t: Trial,
  shown: ScriptText | TypedScript | undefined,
  script: Uint8Array | undefined,
  { what, path }: { readonly what: string; readonly path: string },
): void {
  t.equal(shown?.hex, script && toHex(script), what, { path });
  if (!shown || !script) return;
  checkAsm(t, shown.asm, script, `${path}.asm`);
  const type = scriptType(script);
  if ('type' in shown && type !== undefined) t.equal(shown.type, type, `the type of ${what}`, { path: `${path}.type` });
}

/** Checks the fields that inputs and outputs share: scripts, derivations and unknown entries. */
function checkOrigins(t: Trial, shown: ShownPsbt['outputs'][number], own: RawOutput, path: string): void {
  checkScript(t, shown.redeem_script, own.redeemScript, { what: 'the redeem script', path: `${path}.redeem_script` });
  checkScript(t, shown.witness_script, own.witnessScript, { what: 'the witness script', path: `${path}.witness_script` });
  const derivations = Object.fromEntries(
    [...own.derivations].map(([key, derivation]) => [key, `${derivation.fingerprint} ${derivation.path}`]),
  );
  t.equal(shownDerivations(shown.bip32_derivs), derivations, 'the derivations', { path: `${path}.bip32_derivs` });
  if (isList(shown.bip32_derivs))
    t.equal(shown.bip32_derivs.length, own.derivations.size, 'the number of derivations', { path: `${path}.bip32_derivs` });
  t.equal(shown.unknown ?? {}, Object.fromEntries(own.unknown), 'the unknown entries', { path: `${path}.unknown` });
}

async function checkInput(t: Trial, shown: ShownPsbt['inputs'][number], input: RawInput, { chain, path }: ScriptPlace): Promise<void> {
  t.equal(shown.partial_signatures ?? {}, Object.fromEntries(input.partialSignatures), 'the partial signatures', {
    path: `${path}.partial_signatures`,
  });
  if (input.sighashType !== undefined)
    t.equal(shown.sighash, sighashName(input.sighashType), 'the sighash type', { path: `${path}.sighash` });
  checkOrigins(t, shown, input, path);
  checkScript(t, shown.final_scriptsig, input.finalScriptSig, { what: 'the final scriptSig', path: `${path}.final_scriptsig` });
  t.equal(shown.final_scriptwitness, input.finalWitness?.map(toHex), 'the final witness', { path: `${path}.final_scriptwitness` });
  checkWitnessOutput(t, shown.witness_utxo, input.witnessOutput, { chain, path: `${path}.witness_utxo` });
  await checkPrevious(t, shown.non_witness_utxo, input.previous, `${path}.non_witness_utxo`);
}

/** Checks a decoded PSBT against its bytes. */
async function checkDecoded(t: Trial, psbt: string): Promise<{ shown: ShownPsbt; own: Psbt }> {
  const own = read(t, 'the PSBT', psbt);
  const chain = await t.world.use('chainParameters');
  // Unchecked types: derivations may also be in the form of later releases.
  const shown = (await t.result(t.specification.method('decodepsbt'), { psbt })) as unknown as ShownPsbt;
  checkSums(t, shown.tx, own.transaction, 'tx.');
  checkInputs(t, shown.tx, own.transaction, 'tx.');
  checkOutputs(t, shown.tx, own.transaction, 'tx.');
  t.equal(shown.inputs.length, own.inputs.length, 'the number of inputs', { path: 'inputs' });
  for (const [index, input] of own.inputs.entries()) {
    await checkInput(t, present(t, shown.inputs[index], `decodepsbt does not list input ${index}`, `inputs[${index}]`), input, {
      chain,
      path: `inputs[${index}]`,
    });
  }
  t.equal(shown.outputs.length, own.outputs.length, 'the number of outputs', { path: 'outputs' });
  for (const [index, output] of own.outputs.entries()) {
    checkOrigins(
      t,
      present(t, shown.outputs[index], `decodepsbt does not list output ${index}`, `outputs[${index}]`),
      output,
      `outputs[${index}]`,
    );
  }
  t.equal(shown.unknown ?? {}, Object.fromEntries(own.unknown), 'the unknown entries', { path: 'unknown' });
  return { shown, own };
}

interface Shared {
  readonly keys: readonly [ForeignKey, ForeignKey];
  readonly script: Uint8Array;
  readonly output: TxOutput;
  /** Unsigned, with the transaction and script of the coin. */
  readonly psbt: Uint8Array;
}

/** A PSBT that requires two keys outside the node, made by the library for a coin in the pool. */
async function shared(t: Trial): Promise<Shared> {
  const chain = await t.world.use('chainParameters');
  await t.world.use('funds');
  const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')] as const;
  const script = multisigScript(
    2,
    keys.map(({ publicKey }) => fromHex(publicKey)),
  );
  const output = { valueSat: 40_000_000n, script: payToScriptHash(script) };
  const address = addressOfScript(output.script, chain) ?? '';
  const { txid } = await payByWallet(t.world, [{ address, amountSat: output.valueSat }]);
  const previous = await rawOf(t, txid);
  const index = previous.outputs.findIndex((candidate) => toHex(candidate.script) === toHex(output.script));
  const transaction = new Transaction();
  transaction.addInput({ txid, index, nonWitnessUtxo: previous.bytes, redeemScript: script });
  transaction.addOutput({ script: joined([0x00, 0x14], t.random.bytes(20)), amount: 39_900_000n });
  return { keys, script, output, psbt: transaction.toPSBT(0) };
}

/** The same PSBT with the signature of one of the keys. */
function half({ keys, psbt }: Shared, which: 0 | 1): string {
  const transaction = Transaction.fromPSBT(psbt);
  transaction.signIdx(keys[which].privateKey, 0);
  return base64.encode(transaction.toPSBT(0));
}

const reading = { effect: ['read'], evidence: 'standard', source: 'BIP 174' } as const;
const paying = { ...reading, effect: ['wallet', 'chain'] } as const;

/** Checks the fee in a decoded PSBT when all spent outputs are known. */
function checkFee(t: Trial, shown: ShownPsbt, own: Psbt): void {
  const spent = own.inputs.map((_, index) => spentBy(own, index));
  if (spent.some((output) => output === undefined)) return;
  const fee = spent.reduce((sum, output) => sum + (output as TxOutput).valueSat, 0n) - totalOut(own.transaction);
  t.equal(amountSat(t, shown.fee, 'fee'), fee, 'fee of a PSBT with all spent outputs', {
    path: 'fee',
    source: 'document 2, Other results',
  });
}

const decodedStage = (stage: 'created' | 'updated' | 'signed'): Case =>
  invariant({
    ...reading,
    id: `recomputed-psbt/decoded-${stage}`,
    text: `Each map of a decoded PSBT (${stage}) equals that of its bytes.`,
    methods: ['decodepsbt', 'decoderawtransaction'],
    judges: stage === 'created' ? ['r:decodepsbt/tx'] : ['r:decodepsbt/tx', 'r:decodepsbt/fee'],
    run: async (t) => {
      const { shown, own } = await checkDecoded(t, (await t.world.use('psbts'))[stage]);
      checkFee(t, shown, own);
    },
  });

export const recomputedPsbtInvariants: readonly Case[] = [
  decodedStage('created'),
  decodedStage('updated'),
  decodedStage('signed'),
  invariant({
    ...reading,
    ...statements.decodedPsbt,
    methods: ['decodepsbt', 'decoderawtransaction'],
    run: async (t) => {
      const { shown, own } = await checkDecoded(t, (await t.world.use('describedPsbt')).psbt);
      checkFee(t, shown, own);
    },
  }),
  invariant({
    ...paying,
    id: 'recomputed-psbt/decoded-partial',
    text: 'A half-signed PSBT made outside the node decodes to the contents of its bytes, including signature and redeem script.',
    methods: ['decodepsbt', 'decoderawtransaction', 'getrawtransaction'],
    run: async (t) => {
      const foreign = await shared(t);
      const { own } = await checkDecoded(t, half(foreign, 0));
      t.equal(
        [...(own.inputs[0]?.partialSignatures.keys() ?? [])],
        [foreign.keys[0].publicKey],
        'the list of public keys that have signed',
      );
    },
  }),
  invariant({
    ...reading,
    ...statements.processedPsbt,
    methods: ['walletprocesspsbt'],
    run: async (t) => {
      const { created } = await t.world.use('psbts');
      const before = read(t, 'the PSBT', created);
      for (const sign of [false, true]) {
        const { psbt } = await t.result('walletprocesspsbt', { psbt: created, sign });
        const after = read(t, 'the processed PSBT', psbt);
        t.equal(toHex(after.transaction.bytes), toHex(before.transaction.bytes), `the transaction after processing with sign ${sign}`);
        if (sign) continue;
        const signed = after.inputs.filter((input) => input.partialSignatures.size > 0 || input.finalScriptSig || input.finalWitness);
        t.equal(signed.length, 0, 'the number of signed inputs with sign false', {
          source: 'document 1, Wallet and address methods',
          evidence: 'document',
        });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-psbt/spent-outputs',
    text: 'The spent outputs that walletprocesspsbt adds are those of the previous transactions.',
    methods: ['walletprocesspsbt', 'getrawtransaction'],
    run: async (t) => {
      const { created } = await t.world.use('psbts');
      const { psbt } = await t.result('walletprocesspsbt', { psbt: created, sign: false });
      const own = read(t, 'the processed PSBT', psbt);
      for (const [index, output] of (await spentOutputs(t, own.transaction)).entries()) {
        const spent = present(t, spentBy(own, index), `the processed PSBT has no data on the output that input ${index} spends`);
        t.equal(
          [formatSat(spent.valueSat), toHex(spent.script)],
          [formatSat(output.valueSat), toHex(output.script)],
          `amount and script of the output that input ${index} spends`,
        );
        const { previous } = own.inputs[index] as RawInput;
        if (previous)
          t.equal(txidOf(previous), own.transaction.inputs[index]?.txid, `the txid of the previous transaction of input ${index}`);
      }
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-psbt/derivations',
    text: 'Derivations in a PSBT are of the key of the spent output, with the hdkeypath of its address.',
    methods: ['walletprocesspsbt', 'getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      const { created } = await t.world.use('psbts');
      const { psbt } = await t.result('walletprocesspsbt', { psbt: created, sign: false, sighashtype: 'ALL', bip32derivs: true });
      const own = read(t, 'the processed PSBT', psbt);
      for (const [index, { derivations }] of own.inputs.entries()) {
        const { script } = present(t, spentBy(own, index), `the processed PSBT has no data on the output that input ${index} spends`);
        const address = present(t, addressOfScript(script, chain), `the output that input ${index} spends has no address`);
        const { hdkeypath } = await infoOf(t, address);
        const [entry] = [...derivations];
        const [publicKey, derivation] = present(t, entry, `input ${index} has no derivation, although bip32derivs is true`);
        t.equal(toHex(hash160(fromHex(publicKey))), toHex(script.slice(-20)), `the hash of the key in the derivation of input ${index}`);
        if (hdkeypath !== undefined)
          t.equal(derivation.path, hdkeypath.replaceAll('h', "'"), `the path in the derivation of input ${index}`);
      }
    },
  }),
  invariant({
    ...paying,
    id: 'recomputed-psbt/combined',
    text: 'combinepsbt keeps the valid signatures of both PSBTs.',
    methods: ['combinepsbt', 'getrawtransaction'],
    run: async (t) => {
      const foreign = await shared(t);
      const { keys, script } = foreign;
      const combined = read(t, 'the combined PSBT', await t.result('combinepsbt', { txs: [half(foreign, 0), half(foreign, 1)] }));
      const signatures = combined.inputs[0]?.partialSignatures ?? new Map<string, string>();
      t.equal([...signatures.keys()].sort(), keys.map(({ publicKey }) => publicKey).sort(), 'the list of public keys that have signed');
      for (const [publicKey, signature] of signatures) {
        const valid = isSignature(fromHex(signature), fromHex(publicKey), {
          transaction: combined.transaction,
          index: 0,
          scriptCode: script,
        });
        t.ok(valid, `the signature by ${publicKey} is not valid in the combined PSBT`, { check: 'signature' });
      }
    },
  }),
  invariant({
    ...paying,
    id: 'recomputed-psbt/finalized-multisig',
    text: 'finalizepsbt makes a validly signed transaction from a fully signed PSBT, and reports a PSBT without a signature as not complete.',
    methods: ['finalizepsbt', 'combinepsbt', 'getrawtransaction'],
    run: async (t) => {
      const foreign = await shared(t);
      const partial = await t.result('finalizepsbt', { psbt: half(foreign, 0) });
      t.equal(partial.complete, false, 'complete with one of two signatures', { path: 'complete' });
      const psbt = await t.result('combinepsbt', { txs: [half(foreign, 1), half(foreign, 0)] });
      const { hex, complete } = await t.result('finalizepsbt', { psbt });
      t.equal(complete, true, 'complete with both signatures', { path: 'complete' });
      const transaction = decoded(t, 'the final transaction', () =>
        parseTransaction(present(t, hex, 'hex is missing, although complete is true', 'hex')),
      );
      checkSameButSignatures(t, transaction, read(t, 'the PSBT', psbt).transaction, 'the final transaction');
      checkSignatures(t, transaction, [foreign.output], 'ALL');
    },
  }),
  invariant({
    ...reading,
    ...statements.finalizedPsbt,
    methods: ['finalizepsbt', 'walletprocesspsbt', 'getrawtransaction'],
    run: async (t) => {
      const { created } = await t.world.use('psbts');
      const { psbt, complete } = await t.result('walletprocesspsbt', { psbt: created });
      t.equal(complete, true, 'complete for a PSBT that spends only coins of the wallet', { path: 'complete' });
      const { hex } = await t.result('finalizepsbt', { psbt });
      const transaction = decoded(t, 'the final transaction', () =>
        parseTransaction(present(t, hex, 'hex is missing, although complete is true', 'hex')),
      );
      checkSameButSignatures(t, transaction, read(t, 'the PSBT', created).transaction, 'the final transaction');
      checkSignatures(t, transaction, await spentOutputs(t, transaction), 'ALL');
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-psbt/converted',
    text: 'converttopsbt keeps the transaction, and with permitsigdata removes its signatures.',
    methods: ['converttopsbt'],
    run: async (t) => {
      const { hex } = await t.world.use('unsignedTransaction');
      const plain = read(t, 'the PSBT', await t.result('converttopsbt', { hexstring: hex }));
      t.equal(toHex(plain.transaction.bytes), hex, 'the transaction in the PSBT');
      const { hex: signed } = await t.world.use('signedTransaction');
      const before = decoded(t, 'the signed transaction', () => parseTransaction(signed));
      const stripped = read(t, 'the PSBT', await t.result('converttopsbt', { hexstring: signed, permitsigdata: true }));
      checkSameButSignatures(t, stripped.transaction, before, 'the transaction in the PSBT');
      t.ok(
        stripped.transaction.inputs.every(({ scriptSig }) => scriptSig.length === 0),
        'the transaction in the PSBT still has signatures',
      );
      t.equal(stripped.inputs.length, before.inputs.length, 'the number of inputs');
    },
  }),
];
