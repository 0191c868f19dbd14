import type { QueryOptionsArgument, UnspentOutput } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { withSpareCaseWallet, withUnpaidWallet, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';

/** A coin of about each of these amounts, so that limits between them separate the coins. */
const STEPS_SAT = [10_000_000n, 20_000_000n, 30_000_000n, 40_000_000n] as const;
const STEP_SAT = 10_000_000n;

/** Mined on an output, a batch at a time so that no call takes long. */
const DEEP_BLOCKS = 600;
const BATCH_BLOCKS = 100;

/** Runs `work` with a wallet of four coins, in order of their amounts. */
function withFourCoins(t: Trial, work: (wallet: CaseWallet) => Promise<void>): Promise<void> {
  return withSpareCaseWallet(
    t,
    STEPS_SAT.map((sat) => sat + BigInt(t.random.integer(0, 1_000_000))),
    work,
  );
}

const listed = (wallet: CaseWallet, options?: QueryOptionsArgument): Promise<readonly UnspentOutput[]> =>
  wallet.result('listunspent', { minconf: 1, maxconf: 9_999_999, addresses: [], include_unsafe: true, query_options: options });

const amountsOf = (t: Trial, outputs: readonly UnspentOutput[]): bigint[] =>
  outputs.map(({ amount }) => amountSat(t, amount, 'amount')).sort((a, b) => Number(a - b));

/** The limit as a number and as a string: either is accepted (`ns`). */
const bothForms = (sat: bigint) => [formatSat(sat), formatSat(sat).toString()];

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;

export const walletUnspentLimitInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-unspent-limits/amounts',
    text: 'listunspent lists the outputs of at least minimumAmount and at most maximumAmount, and all without them.',
    methods: ['listunspent'],
    run: (t) =>
      withFourCoins(t, async (wallet) => {
        const all = wallet.coins.map((coin) => coin.amountSat);
        t.equal(amountsOf(t, await listed(wallet)).map(String), all.map(String), 'the amounts without query_options, in satoshis');
        t.equal(amountsOf(t, await listed(wallet, {})).map(String), all.map(String), 'the amounts with empty query_options, in satoshis');
        for (const count of [1, 2, 3]) {
          // Between two coins: the documents leave open whether an output of exactly the limit is listed.
          const limitSat = (STEPS_SAT[count] as bigint) - STEP_SAT / 2n;
          for (const limit of bothForms(limitSat)) {
            const [atLeast, atMost] = [await listed(wallet, { minimumAmount: limit }), await listed(wallet, { maximumAmount: limit })];
            t.equal(
              amountsOf(t, atLeast).map(String),
              all.slice(count).map(String),
              `the amounts with minimumAmount ${limit}, in satoshis`,
            );
            t.equal(
              amountsOf(t, atMost).map(String),
              all.slice(0, count).map(String),
              `the amounts with maximumAmount ${limit}, in satoshis`,
            );
          }
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-unspent-limits/confirmations',
    text: 'listunspent without maxconf lists an output with hundreds of confirmations.',
    // No other case of this profile needs a chain, which the first hundreds of blocks would change: they pay most.
    profile: 'bantime',
    methods: ['listunspent'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        await t.world.mine(1, await wallet.newAddress());
        const { address } = await t.world.use('unownedAddress');
        for (let mined = 0; mined < DEEP_BLOCKS; mined += BATCH_BLOCKS) await t.world.mine(BATCH_BLOCKS, address);
        const outputs = await wallet.result('listunspent');
        t.equal(outputs.length, 1, `the number of outputs of a wallet whose only output has ${DEEP_BLOCKS + 1} confirmations`);
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-unspent-limits/count',
    text: 'listunspent lists maximumCount outputs of a wallet that has more.',
    methods: ['listunspent'],
    run: (t) =>
      withFourCoins(t, async (wallet) => {
        for (const count of [1, 2, 3]) {
          t.equal((await listed(wallet, { maximumCount: count })).length, count, `the number of outputs with maximumCount ${count}`);
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-unspent-limits/sum',
    text: 'listunspent with minimumSumAmount lists outputs until their sum reaches it, and all outputs if it is not reached.',
    methods: ['listunspent'],
    run: (t) =>
      withFourCoins(t, async (wallet) => {
        const all = sumSat(wallet.coins.map((coin) => coin.amountSat));
        for (const limit of bothForms(STEP_SAT / 2n)) {
          t.equal((await listed(wallet, { minimumSumAmount: limit })).length, 1, `the number of outputs with minimumSumAmount ${limit}`);
        }
        const wantedSat = STEPS_SAT[3] + STEP_SAT / 2n;
        const outputs = await listed(wallet, { minimumSumAmount: formatSat(wantedSat) });
        const sumOfListed = sumSat(amountsOf(t, outputs));
        t.ok(sumOfListed >= wantedSat, `the sum with minimumSumAmount is ${sumOfListed} sat, expected at least ${wantedSat} sat`);
        const before = sumSat(outputs.slice(0, -1).map(({ amount }) => amountSat(t, amount, 'amount')));
        t.ok(before < wantedSat, `the sum without the last output is ${before} sat, which already reaches the minimum of ${wantedSat} sat`);
        t.equal(
          (await listed(wallet, { minimumSumAmount: formatSat(all + STEP_SAT) })).length,
          wallet.coins.length,
          'the number of outputs with a minimumSumAmount above their sum',
        );
      }),
  }),
];
