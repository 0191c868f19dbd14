import { formatSat, satoshis, stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { RawTransaction, TxOutput } from '../../../oracles/transaction.ts';
import { bridgeCalls, confirmed, transactionIn } from '../../support/bridge.ts';
import { feeOf } from '../support/fees.ts';
import { rule } from '../rule.ts';
import { decodedTransaction } from '../../support/decoded.ts';

const changing = { effect: ['wallet', 'chain'], uses: bridgeCalls } as const;
const OP_RETURN = 0x6a;

/** A transaction, or a txid. */
const PROVABLE = /[0-9a-f]{64}|[0-9a-f]{20,}(?=")/i;

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
/** It is unspendable. */
const isBurnt = ({ script, valueSat }: TxOutput): boolean => script[0] === OP_RETURN && valueSat > 0n;

/** What is burnt, and for which external address. */
interface Burn {
  readonly amountSat: bigint;
  readonly destination: string;
}

interface Burnt extends Burn {
  readonly hex: string;
  readonly transaction: RawTransaction;
}

async function burn(t: Trial, toBridge: boolean, given: Partial<Burn> = {}): Promise<Burnt> {
  await t.world.use('funds');
  const { amountSat = BigInt(t.random.integer(1_000_000, 90_000_000)), destination = t.random.hex(20) } = given;
  const answer = await t.result('coinburn', {
    amount: formatSat(amountSat),
    burn_to_bridged: toBridge,
    ext_destination_address: destination,
  });
  t.ok(
    PROVABLE.test(stringify(answer)),
    `coinburn returned ${stringify(answer).slice(0, 80)}, with neither a transaction nor its txid: nothing can be proved by it`,
    { rule: 'coinburn/provable' },
  );
  const hex = await transactionIn(t, answer);
  return { amountSat, destination, hex, transaction: decodedTransaction(t, hex) };
}

/** Checks that unspendable outputs hold exactly the amount. */
function checkBurnt(t: Trial, { amountSat, transaction }: Burnt): void {
  const sat = transaction.outputs.filter(isBurnt).reduce((sum, { valueSat }) => sum + valueSat, 0n);
  t.equal(sat, amountSat, 'satoshis in unspendable outputs, compared with the amount to burn');
}

export const coinburnRules: readonly Case[] = [
  rule({
    ...changing,
    rule: ['coinburn/provable', 'coinburn/to-bridged', 'coinburn/destination'],
    uses: [...bridgeCalls, 'gettxoutproof', 'verifytxoutproof', 'gettxout'],
    run: async (t) => {
      const burnt = await burn(t, true);
      checkBurnt(t, burnt);
      const named = burnt.transaction.outputs.some((output) => isBurnt(output) && toHex(output.script).includes(burnt.destination));
      t.ok(named, `the burnt output does not carry the destination ${burnt.destination}, so that the burn does not reach it`);
      const txid = await confirmed(t, burnt.hex);
      const proof = await t.result('gettxoutproof', { txids: [txid] });
      t.equal(await t.result('verifytxoutproof', { proof }), [txid], 'the transactions that the proof of the burn proves');
      const n = burnt.transaction.outputs.findIndex(isBurnt);
      t.equal(await t.result('gettxout', { txid, n }), null, 'gettxout of the burnt output, which is not unspent');
    },
  }),
  rule({
    ...changing,
    rule: ['coinburn/for-good', 'coinburn/provable'],
    case: 'burnt',
    uses: [...bridgeCalls, 'gettxout'],
    run: async (t) => {
      const burnt = await burn(t, false);
      checkBurnt(t, burnt);
      const txid = await confirmed(t, burnt.hex);
      const n = burnt.transaction.outputs.findIndex(isBurnt);
      t.equal(await t.result('gettxout', { txid, n }), null, 'gettxout of the burnt output, which is not unspent');
    },
  }),
  rule({
    ...changing,
    rule: 'coinburn/fees-on-top',
    uses: [...bridgeCalls, 'gettransaction'],
    run: async (t) => {
      for (const toBridge of [true, false]) {
        const burnt = await burn(t, toBridge);
        checkBurnt(t, burnt);
        const fee = await feeOf(t, burnt.transaction);
        t.ok(fee > 0n, `the transaction pays a fee of ${fee} satoshis, expected more than 0 beside the burnt amount`);
        if (!toBridge) continue;
        const txid = await confirmed(t, burnt.hex);
        const { fee: shown } = await t.result('gettransaction', { txid });
        if (shown !== undefined)
          t.equal(-satoshis(shown), fee, 'fee of the burn, compared with what its inputs have more than its outputs', { path: 'fee' });
      }
    },
  }),
  rule({
    ...changing,
    rule: ['coinburn/for-good', 'coinburn/to-bridged'],
    case: 'apart',
    run: async (t) => {
      const same = { amountSat: BigInt(t.random.integer(1_000_000, 90_000_000)), destination: t.random.hex(20) };
      const [toBridged, forGood] = [await burn(t, true, same), await burn(t, false, same)];
      const [bridged, good] = [toBridged, forGood].map(({ transaction: { version, outputs } }) => ({
        version,
        burnt: outputs.filter(isBurnt).map(({ script }) => toHex(script)),
      }));
      t.ok(
        JSON.stringify(bridged) !== JSON.stringify(good),
        `a burn for good has the same version ${good?.version} and the same data as one to the bridged token: nothing tells them apart`,
      );
    },
  }),
  rule({
    ...changing,
    rule: 'coinburn/provable',
    case: 'amounts',
    run: async (t) => {
      for (const amountSat of [1n, 99_999_999n, 100_000_000n, BigInt(t.random.integer(100_000_001, 999_999_999))]) {
        for (const toBridge of [true, false]) checkBurnt(t, await burn(t, toBridge, { amountSat }));
      }
    },
  }),
];
