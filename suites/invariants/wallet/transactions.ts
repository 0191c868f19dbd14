import type {
  DecodedTransaction,
  RecipientsArgument,
  VerboseTransaction,
  WalletTransactionDetails,
} from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { poolEntry, poolIds } from '../mempool/reading.ts';
import { checkSignal } from '../../support/replaceability.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { scriptOf } from '../../support/script-of.ts';
import { withSpareCaseWallet, type CaseWallet } from '../case-wallet.ts';

const shown = (t: Trial, txid: string): Promise<VerboseTransaction> => t.result('getrawtransaction', { txid, verbose: true });
const feeSat = async (t: Trial, wallet: CaseWallet, txid: string): Promise<bigint> =>
  -amountSat(t, (await wallet.result('gettransaction', { txid })).fee, 'fee');
const balanceSat = async (t: Trial, wallet: CaseWallet): Promise<bigint> => amountSat(t, await wallet.result('getbalance'), 'the balance');

/** Amount that a transaction pays to an address, in satoshis. */
async function paidTo(t: Trial, transaction: DecodedTransaction, address: string): Promise<bigint> {
  const script = await scriptOf(t, address);
  return sumSat(
    transaction.vout.filter((output) => output.scriptPubKey.hex === script).map(({ value }) => amountSat(t, value, 'vout.value')),
  );
}

/** Three foreign addresses with an amount each. */
async function threePayees(t: Trial): Promise<Map<string, bigint>> {
  const payees = new Map<string, bigint>();
  for (let i = 0; i < 3; i++) payees.set(await foreignAddress(t), BigInt(t.random.integer(1_000_000, 4_000_000)));
  return payees;
}

const amountsOf = (payees: ReadonlyMap<string, bigint>): RecipientsArgument =>
  Object.fromEntries([...payees].map(([address, sat]) => [address, formatSat(sat)]));

/** Checks that replaceability is signalled by the inputs, and shown by the wallet while the transaction is unconfirmed. */
async function checkReplaceable(t: Trial, wallet: CaseWallet, txid: string, wanted: boolean): Promise<void> {
  const { vin } = await shown(t, txid);
  checkSignal(
    t,
    vin.map(({ sequence }) => sequence),
    wanted,
    { path: 'vin.sequence' },
  );
  const said = await wallet.result('gettransaction', { txid });
  t.equal(said['bip125-replaceable'], wanted ? 'yes' : 'no', 'bip125-replaceable in gettransaction', { path: 'bip125-replaceable' });
  const entries = (await wallet.result('listtransactions', { label: '*', count: 100 })).filter((entry) => entry.txid === txid);
  t.ok(entries.length > 0, `listtransactions does not list ${txid}, which the wallet has sent`, { check: 'presence' });
  for (const entry of entries) {
    t.equal(entry['bip125-replaceable'], wanted ? 'yes' : 'no', 'bip125-replaceable in listtransactions', { path: 'bip125-replaceable' });
  }
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;

export const walletTransactionInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-transactions/send-many',
    text: 'sendmany makes one transaction that pays each recipient its amount, with one fee.',
    methods: ['sendmany', 'getrawmempool', 'getrawtransaction', 'getbalance', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const payees = await threePayees(t);
        const [poolBefore, before] = [await poolIds(t), await balanceSat(t, wallet)];
        const txid = await wallet.result('sendmany', { dummy: '', amounts: amountsOf(payees) });
        t.equal(
          (await poolIds(t)).filter((id) => !poolBefore.includes(id)),
          [txid],
          'the list of new transactions in the pool',
        );
        const transaction = await shown(t, txid);
        for (const [address, sat] of payees)
          t.equal(await paidTo(t, transaction, address), sat, `the amount paid to ${address}`, { path: 'vout' });
        t.equal(
          await balanceSat(t, wallet),
          before - sumSat([...payees.values()]) - (await feeSat(t, wallet, txid)),
          'the balance after the payment',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-transactions/send-many-subtracting',
    text: 'The recipients in subtractfeefrom pay the fee in equal parts, and the others receive their full amount.',
    methods: ['sendmany', 'getrawtransaction', 'gettransaction', 'getbalance'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const payees = await threePayees(t);
        const before = await balanceSat(t, wallet);
        const payers = [...payees.keys()].slice(1);
        const txid = await wallet.result('sendmany', {
          dummy: '',
          amounts: amountsOf(payees),
          minconf: 1,
          comment: '',
          subtractfeefrom: payers,
        });
        const transaction = await shown(t, txid);
        const fee = await feeSat(t, wallet, txid);
        const less: bigint[] = [];
        for (const [address, sat] of payees) {
          const missing = sat - (await paidTo(t, transaction, address));
          if (payers.includes(address)) less.push(missing);
          else t.equal(missing, 0n, 'the reduction for a recipient that is not in subtractfeefrom', { path: 'vout' });
        }
        t.equal(sumSat(less), fee, 'the reduction for all recipients (compared with the fee)', { path: 'vout' });
        // An odd satoshi is paid by one of them.
        for (const part of less)
          t.ok(
            part === fee / 2n || part === fee - fee / 2n,
            `a recipient receives ${part} sat less, expected half of the fee of ${fee} sat`,
            {
              path: 'vout',
            },
          );
        t.equal(await balanceSat(t, wallet), before - sumSat([...payees.values()]), 'the balance after the payment');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-transactions/subtracting',
    text: 'The recipient receives the amount less the fee with subtractfeefromamount, and the full amount without it.',
    methods: ['sendtoaddress', 'getrawtransaction', 'gettransaction', 'getbalance'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        for (const subtracted of [true, false]) {
          const address = await foreignAddress(t);
          const [sat, before] = [BigInt(t.random.integer(1_000_000, 4_000_000)), await balanceSat(t, wallet)];
          const txid = await wallet.result('sendtoaddress', {
            address,
            amount: formatSat(sat),
            comment: '',
            comment_to: '',
            subtractfeefromamount: subtracted,
          });
          const fee = await feeSat(t, wallet, txid);
          t.ok(fee > 0n, `the fee is ${fee} sat, expected more than 0`);
          t.equal(
            await paidTo(t, await shown(t, txid), address),
            subtracted ? sat - fee : sat,
            `the amount received with subtractfeefromamount ${subtracted}`,
            { path: 'vout' },
          );
          t.equal(
            await balanceSat(t, wallet),
            subtracted ? before - sat : before - sat - fee,
            `the balance after a payment with subtractfeefromamount ${subtracted}`,
          );
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-transactions/replaceable',
    text: 'A payment signals replaceability in its sequence numbers and in bip125-replaceable exactly when replaceable is true.',
    source: 'document 1, Wallet transaction entry; BIP 125',
    methods: ['sendtoaddress', 'sendmany', 'getrawtransaction', 'gettransaction', 'listtransactions'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), randomAmountSat(t), randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        // Payments without the signal come first: a transaction that spends a replaceable one is replaceable too.
        for (const replaceable of [false, true]) {
          const amount = formatSat(BigInt(t.random.integer(1_000_000, 2_000_000)));
          const single = await wallet.result('sendtoaddress', {
            address: await foreignAddress(t),
            amount,
            comment: '',
            comment_to: '',
            subtractfeefromamount: false,
            replaceable,
          });
          await checkReplaceable(t, wallet, single, replaceable);
          const many = await wallet.result('sendmany', {
            dummy: '',
            amounts: { [await foreignAddress(t)]: amount },
            minconf: 1,
            comment: '',
            subtractfeefrom: [],
            replaceable,
          });
          await checkReplaceable(t, wallet, many, replaceable);
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-transactions/bumped',
    text: 'bumpfee returns the fees of both transactions as in wallet and pool; both have the same inputs and recipient, and one is in the pool.',
    methods: [
      'bumpfee',
      'gettransaction',
      'getmempoolentry',
      'getrawmempool',
      'getrawtransaction',
      'getbalance',
      'sendtoaddress',
      'decoderawtransaction',
    ],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const [address, sat] = [await foreignAddress(t), BigInt(t.random.integer(1_000_000, 2_000_000))];
        const before = await balanceSat(t, wallet);
        const old = await wallet.result('sendtoaddress', {
          address,
          amount: formatSat(sat),
          comment: '',
          comment_to: '',
          subtractfeefromamount: false,
          replaceable: true,
        });
        const [oldFee, spent] = [await feeSat(t, wallet, old), (await shown(t, old)).vin];
        const bumped = await wallet.result('bumpfee', { txid: old });
        const [origfee, fee] = [amountSat(t, bumped.origfee, 'origfee'), amountSat(t, bumped.fee, 'fee')];
        t.equal(origfee, oldFee, 'origfee (compared with fee in gettransaction of the old transaction)', { path: 'origfee' });
        t.ok(fee > origfee, `the fee of the new transaction is ${fee} sat, expected more than origfee, ${origfee} sat`, { path: 'fee' });
        t.equal(await feeSat(t, wallet, bumped.txid), fee, 'fee in gettransaction of the new transaction', { path: 'fee' });
        const waiting = (await poolIds(t)).filter((txid) => txid === old || txid === bumped.txid);
        t.equal(waiting.length, 1, 'the number of conflicting transactions in the pool');
        // A pool without replacement keeps the old transaction.
        const inPool = waiting[0] ?? bumped.txid;
        const paid = inPool === old ? origfee : fee;
        t.equal(amountSat(t, (await poolEntry(t, inPool)).fees.base, 'fees.base'), paid, 'fees.base of the transaction in the pool', {
          path: 'fees.base',
        });
        const { hex } = await wallet.result('gettransaction', { txid: bumped.txid });
        const transaction = await t.result('decoderawtransaction', { hexstring: hex });
        t.equal(transaction.txid, bumped.txid, 'the txid of the new transaction');
        t.equal(await paidTo(t, transaction, address), sat, 'the amount that the new transaction pays to the recipient', { path: 'vout' });
        t.equal(
          transaction.vin.map(({ txid, vout }) => `${txid}:${vout}`).sort(),
          spent.map(({ txid, vout }) => `${txid}:${vout}`).sort(),
          'the list of outputs that the new transaction spends',
          { path: 'vin' },
        );
        await t.world.mine(1);
        t.equal(await balanceSat(t, wallet), before - sat - paid, 'the balance after one of them is confirmed');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-transactions/watched-from-both-sides',
    text: 'Payer and payee report the same txid, hex and outputs of a transaction between them.',
    methods: ['gettransaction', 'sendtoaddress', 'getrawtransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], (payer) =>
        withSpareCaseWallet(t, [], async (payee) => {
          const address = await payee.newAddress();
          const sat = BigInt(t.random.integer(1_000_000, 4_000_000));
          const txid = await payer.result('sendtoaddress', { address, amount: formatSat(sat) });
          await payee.knows(txid);
          const [paid, got] = [await payer.result('gettransaction', { txid }), await payee.result('gettransaction', { txid })];
          for (const [whose, said] of [
            ['the payer', paid],
            ['the payee', got],
          ] as const) {
            t.equal(said.txid, txid, `txid for ${whose}`, { path: 'txid' });
            t.equal(said.hex, await t.result('getrawtransaction', { txid }), `hex for ${whose} (compared with getrawtransaction)`, {
              path: 'hex',
            });
          }
          const mirrored = ({ details }: WalletTransactionDetails): string[] =>
            details.map((detail) => `${detail.address} ${detail.vout} ${amountSat(t, detail.amount, 'details.amount')}`);
          t.equal(
            paid.details.map(({ category }) => category),
            ['send'],
            'the list of categories for the payer',
            { path: 'details' },
          );
          t.equal(
            got.details.map(({ category }) => category),
            ['receive'],
            'the list of categories for the payee',
            { path: 'details' },
          );
          t.equal(
            mirrored(paid).map((text) => text.replace(' -', ' ')),
            mirrored(got),
            'the output in details of the payer (compared with the payee)',
            { path: 'details' },
          );
        }),
      ),
  }),
];
