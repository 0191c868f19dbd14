import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { amountSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { poolTransaction } from '../mempool/reading.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withSparePurse, type Purse, type PurseCoin } from '../purse.ts';

const COIN = 100_000_000n;

const place = ({ txid, vout }: { readonly txid?: string; readonly vout?: number }): string => `${txid}:${vout}`;
const outpoint = ({ txid, vout }: PurseCoin): OutpointValue => ({ txid, vout });
const locked = async (purse: Purse): Promise<string[]> => (await purse.result('listlockunspent')).map(place).sort();
const lock = (purse: Purse, coins: readonly PurseCoin[]): Promise<Wire> =>
  purse.result('lockunspent', { unlock: false, transactions: coins.map(outpoint) });
const unlock = (purse: Purse, coins: readonly PurseCoin[]): Promise<Wire> =>
  purse.result('lockunspent', { unlock: true, transactions: coins.map(outpoint) });

/** A small and a large coin: what is more than the small one holds can only be paid with the other. */
const smallAndLarge = (t: Trial): bigint[] => [randomAmountSat(t), COIN + randomAmountSat(t)];
/** More than the small coin holds. */
const MUCH = COIN / 2n;

/** A way of paying in which the wallet chooses the coins. */
interface Chooser {
  readonly method: MethodId;
  /** The method by which it is seen what was chosen. */
  readonly seenBy: MethodId;
  /** Outpoints that a call chose for paying `sat` to somebody, or undefined where it was refused. */
  readonly choose: (t: Trial, purse: Purse, sat: bigint) => Promise<string[] | undefined>;
}

const inputsOf = async (t: Trial, hexstring: string): Promise<string[]> =>
  (await t.result('decoderawtransaction', { hexstring })).vin.map(place);

const choosers: readonly Chooser[] = [
  {
    method: 'fundrawtransaction',
    seenBy: 'decoderawtransaction',
    choose: async (t, purse, sat) => {
      const hexstring = await t.world.result('createrawtransaction', {
        inputs: [],
        outputs: [{ [await foreignAddress(t)]: formatSat(sat) }],
      });
      const answer = await purse.call('fundrawtransaction', { hexstring });
      return answer.ok ? inputsOf(t, (answer.result as { hex: string }).hex) : undefined;
    },
  },
  {
    method: 'walletcreatefundedpsbt',
    seenBy: 'decodepsbt',
    choose: async (t, purse, sat) => {
      const answer = await purse.call('walletcreatefundedpsbt', { inputs: [], outputs: [{ [await foreignAddress(t)]: formatSat(sat) }] });
      if (!answer.ok) return undefined;
      return (await t.result('decodepsbt', { psbt: (answer.result as { psbt: string }).psbt })).tx.vin.map(place);
    },
  },
  {
    method: 'sendtoaddress',
    seenBy: 'getrawtransaction',
    choose: async (t, purse, sat) =>
      sentInputs(t, await purse.call('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(sat) })),
  },
  {
    method: 'sendmany',
    seenBy: 'getrawtransaction',
    choose: async (t, purse, sat) =>
      sentInputs(t, await purse.call('sendmany', { dummy: '', amounts: { [await foreignAddress(t)]: formatSat(sat) } })),
  },
];

async function sentInputs(t: Trial, answer: Awaited<ReturnType<Trial['call']>>): Promise<string[] | undefined> {
  return answer.ok ? (await poolTransaction(t, answer.result as string)).vin.map(place) : undefined;
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, States and transitions' } as const;

/** A case for each way of choosing coins: none of them takes a locked one. */
const lockedOutOf = choosers.map(({ method, seenBy, choose }) =>
  invariant({
    ...documented,
    id: `wallet-state/locked-out-of-${method}`,
    text: `${method} never chooses a locked output, and chooses it again when it is unlocked.`,
    methods: [method, seenBy, 'lockunspent', 'listlockunspent'],
    run: (t) =>
      withSparePurse(t, smallAndLarge(t), async (purse) => {
        const [small, large] = purse.coins as [PurseCoin, PurseCoin];
        await lock(purse, [large]);
        const little = await choose(t, purse, small.amountSat / 4n);
        t.equal(little, [place(small)], `the list of outputs that ${method} chose when the other one was locked`);
        t.equal(
          await choose(t, purse, MUCH),
          undefined,
          `the list of outputs that ${method} chose when what is not locked did not suffice`,
        );
        await unlock(purse, [large]);
        const chosen = (await choose(t, purse, MUCH)) ?? [];
        t.ok(chosen.includes(place(large)), `${method} does not choose the output that was unlocked, though nothing else suffices`);
      }),
  }),
);

export const walletStateInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-state/locks',
    text: 'listlockunspent lists what was locked and not unlocked since, and unlocking without a list leaves nothing locked.',
    methods: ['lockunspent', 'listlockunspent'],
    run: (t) =>
      withSparePurse(t, [randomAmountSat(t), randomAmountSat(t), randomAmountSat(t)], async (purse) => {
        const [first, second, third] = purse.coins as [PurseCoin, PurseCoin, PurseCoin];
        t.equal(await locked(purse), [], 'the list of locked outputs before any was locked');
        t.equal(await lock(purse, [first, second]), true, 'the answer to locking');
        t.equal(await locked(purse), [place(first), place(second)].sort(), 'the list of locked outputs');
        await lock(purse, [third]);
        t.equal(await locked(purse), purse.coins.map(place).sort(), 'the list of locked outputs after one more');
        t.equal(await unlock(purse, [second]), true, 'the answer to unlocking');
        t.equal(await locked(purse), [place(first), place(third)].sort(), 'the list of locked outputs when one was unlocked');
        await purse.result('lockunspent', { unlock: true });
        t.equal(await locked(purse), [], 'the list of locked outputs when all were unlocked');
      }),
  }),
  ...lockedOutOf,
  invariant({
    ...documented,
    id: 'wallet-state/lock-unspents',
    text: 'Funding with lockUnspents locks the outputs that it chose, and without it none.',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt', 'listlockunspent', 'decoderawtransaction', 'lockunspent', 'decodepsbt'],
    run: (t) =>
      withSparePurse(t, smallAndLarge(t), async (purse) => {
        const outputs = [{ [await foreignAddress(t)]: formatSat(1_000_000n) }];
        const hexstring = await t.world.result('createrawtransaction', { inputs: [], outputs });
        for (const lockUnspents of [false, true]) {
          const { hex } = await purse.result('fundrawtransaction', { hexstring, options: { lockUnspents } });
          t.equal(
            await locked(purse),
            lockUnspents ? (await inputsOf(t, hex)).sort() : [],
            `the list of locked outputs after funding with lockUnspents ${lockUnspents}`,
          );
        }
        await purse.result('lockunspent', { unlock: true });
        const { psbt } = await purse.result('walletcreatefundedpsbt', {
          inputs: [],
          outputs,
          locktime: 0,
          options: { lockUnspents: true },
        });
        const { tx } = await t.result('decodepsbt', { psbt });
        t.equal(await locked(purse), tx.vin.map(place).sort(), 'the list of locked outputs after walletcreatefundedpsbt with lockUnspents');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-state/fee-setting',
    text: 'The rate given to settxfee is in getwalletinfo, and payments pay it.',
    source: 'document 1, Wallet and address methods',
    methods: ['settxfee', 'getwalletinfo', 'sendtoaddress', 'gettransaction', 'getrawtransaction'],
    run: (t) =>
      withSparePurse(t, [randomAmountSat(t), randomAmountSat(t)], async (purse) => {
        const first = BigInt(t.random.integer(50_000, 90_000));
        for (const rateSat of [first, first * 3n]) {
          t.equal(await purse.result('settxfee', { amount: formatSat(rateSat) }), true, 'the answer to settxfee');
          const { paytxfee } = await purse.result('getwalletinfo');
          t.equal(amountSat(t, paytxfee, 'paytxfee'), rateSat, 'paytxfee (compared with what was set)', { path: 'paytxfee' });
          const txid = await purse.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(1_000_000n) });
          const fee = Number(-amountSat(t, (await purse.result('gettransaction', { txid })).fee, 'fee'));
          const wanted = (Number(rateSat) * (await poolTransaction(t, txid)).vsize) / 1000;
          // Signatures differ by a byte or two from what is reckoned with beforehand.
          t.ok(Math.abs(fee / wanted - 1) < 0.05, `a payment pays ${fee} sat, but ${rateSat} sat/kB come to ${wanted.toFixed(1)}`, {
            path: 'fee',
          });
        }
        await purse.result('settxfee', { amount: 0 });
        t.equal(amountSat(t, (await purse.result('getwalletinfo')).paytxfee, 'paytxfee'), 0n, 'paytxfee when it was set back', {
          path: 'paytxfee',
        });
      }),
  }),
];
