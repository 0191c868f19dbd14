import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { poolTransaction } from '../mempool/reading.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withSpareCaseWallet, type CaseWallet, type CaseCoin } from '../case-wallet.ts';

const COIN = 100_000_000n;

const place = ({ txid, vout }: { readonly txid?: string; readonly vout?: number }): string => `${txid}:${vout}`;
const outpoint = ({ txid, vout }: CaseCoin): OutpointValue => ({ txid, vout });
const locked = async (wallet: CaseWallet): Promise<string[]> => (await wallet.result('listlockunspent')).map(place).sort();
const lock = (wallet: CaseWallet, coins: readonly CaseCoin[]): Promise<Wire> =>
  wallet.result('lockunspent', { unlock: false, transactions: coins.map(outpoint) });
const unlock = (wallet: CaseWallet, coins: readonly CaseCoin[]): Promise<Wire> =>
  wallet.result('lockunspent', { unlock: true, transactions: coins.map(outpoint) });

/** A small and a large coin: an amount above the small coin requires the large one. */
const smallAndLarge = (t: Trial): bigint[] => [randomAmountSat(t), COIN + randomAmountSat(t)];
/** An amount above the small coin. */
const MUCH = COIN / 2n;

/** A method that selects coins of the wallet. */
interface Chooser {
  readonly method: MethodId;
  /** The method that shows the selected coins. */
  readonly seenBy: MethodId;
  /** Outpoints selected for a payment of `sat`; undefined when the call was refused. */
  readonly choose: (t: Trial, wallet: CaseWallet, sat: bigint) => Promise<string[] | undefined>;
}

const inputsOf = async (t: Trial, hexstring: string): Promise<string[]> =>
  (await t.result('decoderawtransaction', { hexstring })).vin.map(place);

const choosers: readonly Chooser[] = [
  {
    method: 'fundrawtransaction',
    seenBy: 'decoderawtransaction',
    choose: async (t, wallet, sat) => {
      const hexstring = await t.world.result('createrawtransaction', {
        inputs: [],
        outputs: [{ [await foreignAddress(t)]: formatSat(sat) }],
      });
      const answer = await wallet.call('fundrawtransaction', { hexstring });
      return answer.ok ? inputsOf(t, (answer.result as { hex: string }).hex) : undefined;
    },
  },
  {
    method: 'walletcreatefundedpsbt',
    seenBy: 'decodepsbt',
    choose: async (t, wallet, sat) => {
      const answer = await wallet.call('walletcreatefundedpsbt', { inputs: [], outputs: [{ [await foreignAddress(t)]: formatSat(sat) }] });
      if (!answer.ok) return undefined;
      return (await t.result('decodepsbt', { psbt: (answer.result as { psbt: string }).psbt })).tx.vin.map(place);
    },
  },
  {
    method: 'sendtoaddress',
    seenBy: 'getrawtransaction',
    choose: async (t, wallet, sat) =>
      sentInputs(t, await wallet.call('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(sat) })),
  },
  {
    method: 'sendmany',
    seenBy: 'getrawtransaction',
    choose: async (t, wallet, sat) =>
      sentInputs(t, await wallet.call('sendmany', { dummy: '', amounts: { [await foreignAddress(t)]: formatSat(sat) } })),
  },
];

async function sentInputs(t: Trial, answer: Awaited<ReturnType<Trial['call']>>): Promise<string[] | undefined> {
  return answer.ok ? (await poolTransaction(t, answer.result as string)).vin.map(place) : undefined;
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, States and transitions' } as const;

/** A case for each method that selects coins: none may select a locked coin. */
const lockedOutOf = choosers.map(({ method, seenBy, choose }) =>
  invariant({
    ...documented,
    id: `wallet-state/locked-out-of-${method}`,
    text: `${method} never selects a locked output, and can select it after it is unlocked.`,
    methods: [method, seenBy, 'lockunspent', 'listlockunspent'],
    run: (t) =>
      withSpareCaseWallet(t, smallAndLarge(t), async (wallet) => {
        const [small, large] = wallet.coins as [CaseCoin, CaseCoin];
        await lock(wallet, [large]);
        const little = await choose(t, wallet, small.amountSat / 4n);
        t.equal(little, [place(small)], `the list of outputs that ${method} selected while the other output was locked`);
        t.equal(
          await choose(t, wallet, MUCH),
          undefined,
          `the list of outputs that ${method} selected while the unlocked outputs did not suffice`,
        );
        await unlock(wallet, [large]);
        const chosen = (await choose(t, wallet, MUCH)) ?? [];
        t.ok(chosen.includes(place(large)), `${method} did not select the unlocked output, although no other output suffices`);
      }),
  }),
);

export const walletStateInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-state/locks',
    text: 'listlockunspent lists the locked outputs, and lockunspent true without a list unlocks all of them.',
    methods: ['lockunspent', 'listlockunspent'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const [first, second, third] = wallet.coins as [CaseCoin, CaseCoin, CaseCoin];
        t.equal(await locked(wallet), [], 'the list of locked outputs before lockunspent');
        t.equal(await lock(wallet, [first, second]), true, 'the result of locking');
        t.equal(await locked(wallet), [place(first), place(second)].sort(), 'the list of locked outputs');
        await lock(wallet, [third]);
        t.equal(await locked(wallet), wallet.coins.map(place).sort(), 'the list of locked outputs after locking one more');
        t.equal(await unlock(wallet, [second]), true, 'the result of unlocking');
        const left = [place(first), place(third)].sort();
        t.equal(await locked(wallet), left, 'the list of locked outputs after unlocking one');
        await wallet.call('lockunspent', { unlock: false });
        t.equal(await locked(wallet), left, 'the list of locked outputs after lockunspent false without a list');
        await wallet.result('lockunspent', { unlock: true });
        t.equal(await locked(wallet), [], 'the list of locked outputs after unlocking all');
      }),
  }),
  ...lockedOutOf,
  invariant({
    ...documented,
    id: 'wallet-state/lock-unspents',
    text: 'Funding locks the selected outputs exactly when lockUnspents is true.',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt', 'listlockunspent', 'decoderawtransaction', 'lockunspent', 'decodepsbt'],
    run: (t) =>
      withSpareCaseWallet(t, smallAndLarge(t), async (wallet) => {
        const outputs = [{ [await foreignAddress(t)]: formatSat(1_000_000n) }];
        const hexstring = await t.world.result('createrawtransaction', { inputs: [], outputs });
        for (const lockUnspents of [false, true]) {
          const { hex } = await wallet.result('fundrawtransaction', { hexstring, options: { lockUnspents } });
          t.equal(
            await locked(wallet),
            lockUnspents ? (await inputsOf(t, hex)).sort() : [],
            `the list of locked outputs after funding with lockUnspents ${lockUnspents}`,
          );
        }
        await wallet.result('lockunspent', { unlock: true });
        const { psbt } = await wallet.result('walletcreatefundedpsbt', {
          inputs: [],
          outputs,
          locktime: 0,
          options: { lockUnspents: true },
        });
        const { tx } = await t.result('decodepsbt', { psbt });
        t.equal(
          await locked(wallet),
          tx.vin.map(place).sort(),
          'the list of locked outputs after walletcreatefundedpsbt with lockUnspents',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-state/fee-setting',
    text: 'The rate set by settxfee is paytxfee in getwalletinfo, and payments pay it.',
    source: 'document 1, Wallet and address methods',
    methods: ['settxfee', 'getwalletinfo', 'sendtoaddress', 'gettransaction', 'getrawtransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const first = BigInt(t.random.integer(50_000, 90_000));
        for (const rateSat of [first, first * 3n]) {
          t.equal(await wallet.result('settxfee', { amount: formatSat(rateSat) }), true, 'the result of settxfee');
          const { paytxfee } = await wallet.result('getwalletinfo');
          t.equal(amountSat(t, paytxfee, 'paytxfee'), rateSat, 'paytxfee (compared with the rate set)', { path: 'paytxfee' });
          const txid = await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(1_000_000n) });
          const fee = Number(-amountSat(t, (await wallet.result('gettransaction', { txid })).fee, 'fee'));
          const wanted = (Number(rateSat) * (await poolTransaction(t, txid)).vsize) / 1000;
          // Signatures differ by a byte or two from the estimated size.
          t.ok(
            Math.abs(fee / wanted - 1) < 0.05,
            `the fee of a payment is ${fee} sat, expected about ${wanted.toFixed(1)} sat (${rateSat} sat/kB)`,
            {
              path: 'fee',
            },
          );
        }
        await wallet.result('settxfee', { amount: 0 });
        t.equal(amountSat(t, (await wallet.result('getwalletinfo')).paytxfee, 'paytxfee'), 0n, 'paytxfee after it was reset to 0', {
          path: 'paytxfee',
        });
      }),
  }),
];
