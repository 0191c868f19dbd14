import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withCaseWallet, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';
import { keyOf } from './entries.ts';

const LISTED = 1000;
const SENT = formatSat(10_000_000n);

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;

/**
 * A wallet whose entries differ in each field: coins of three blocks, of which one has two payments, a payment in the pool, and two
 * payments sent, of which one may be replaced. Those received after the first block have a label each.
 */
function withDifferentEntries(t: Trial, work: (wallet: CaseWallet, labels: ReadonlyMap<string, string>) => Promise<void>): Promise<void> {
  return withCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
    const labels = new Map(wallet.coins.map(({ address }) => [address, '']));
    const receive = async (): Promise<void> => {
      const label = `pyx ${t.random.word(8)}`;
      const address = await wallet.newAddress(label);
      labels.set(address, label);
      await wallet.receive([{ address, amountSat: randomAmountSat(t) }]);
    };
    await receive();
    await receive();
    await t.world.mine(1);
    await receive();
    await t.world.mine(1);
    await receive();
    await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: SENT, replaceable: true });
    // Of another size, so that its fee is another one.
    const amounts = { [await foreignAddress(t)]: SENT, [await foreignAddress(t)]: SENT };
    await wallet.result('sendmany', { dummy: '', amounts, replaceable: false });
    await work(wallet, labels);
  });
}

/** The label of an address in an entry, and its old name where it is there. */
function judgeLabel(
  t: Trial,
  labels: ReadonlyMap<string, string>,
  { address = '', label, account }: { readonly address?: string; readonly label?: string; readonly account?: string },
  where: string,
): void {
  const wanted = labels.get(address);
  if (wanted === undefined) return;
  t.equal(label, wanted, `label of ${address} in ${where}`, { path: 'label' });
  if (account !== undefined) t.equal(account, wanted, `account of ${address} in ${where}`, { path: 'account' });
}

const FIELDS = ['confirmations', 'blockhash', 'blockindex', 'blocktime', 'time', 'timereceived', 'bip125-replaceable'] as const;

export const walletEachInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-each/transaction',
    text: 'Each of several entries of listtransactions and listsinceblock has the fields of its own transaction and the label of its own address.',
    methods: ['listtransactions', 'listsinceblock', 'gettransaction', 'sendtoaddress', 'sendmany'],
    run: (t) =>
      withDifferentEntries(t, async (wallet, labels) => {
        const all = await wallet.result('listtransactions', { label: '*', count: LISTED });
        const { transactions } = await wallet.result('listsinceblock');
        for (const txid of new Set(all.map((entry) => entry.txid))) {
          const said = await wallet.result('gettransaction', { txid });
          for (const [method, entries] of [
            ['listtransactions', all],
            ['listsinceblock', transactions],
          ] as const) {
            const own = entries.filter((entry) => entry.txid === txid);
            t.ok(own.length > 0, `${method} does not list the transaction ${txid}`, { check: 'listed' });
            for (const entry of own) {
              for (const name of entry.category === 'send' ? [...FIELDS, 'fee' as const] : FIELDS)
                t.equal(entry[name], said[name], `${name} of ${keyOf(entry)} in ${method} (compared with gettransaction)`, { path: name });
              if (entry.category === 'receive') judgeLabel(t, labels, entry, method);
            }
          }
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-each/unspent',
    text: 'Each of several outputs of listunspent has the confirmations of its own transaction and the label of its own address.',
    methods: ['listunspent', 'gettransaction', 'sendtoaddress', 'sendmany'],
    run: (t) =>
      withDifferentEntries(t, async (wallet, labels) => {
        for (const output of await wallet.result('listunspent', { minconf: 0 })) {
          const { txid, vout, confirmations } = output;
          t.equal(
            confirmations,
            (await wallet.result('gettransaction', { txid })).confirmations,
            `confirmations of ${txid}:${vout} in listunspent (compared with gettransaction)`,
            { path: 'confirmations' },
          );
          judgeLabel(t, labels, output, 'listunspent');
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-each/received',
    text: 'Each of several addresses of listreceivedbyaddress has its own label, and the confirmations of the newest of its own transactions.',
    methods: ['listreceivedbyaddress', 'gettransaction', 'sendtoaddress', 'sendmany'],
    run: (t) =>
      withDifferentEntries(t, async (wallet, labels) => {
        const entries = await wallet.result('listreceivedbyaddress', { minconf: 1 });
        for (const entry of entries) {
          const { address, txids, confirmations } = entry;
          judgeLabel(t, labels, entry, 'listreceivedbyaddress');
          const counted: number[] = [];
          for (const txid of txids) counted.push((await wallet.result('gettransaction', { txid })).confirmations);
          t.equal(
            confirmations,
            Math.min(...counted.filter((count) => count >= 1)),
            `confirmations of ${address} in listreceivedbyaddress (compared with gettransaction)`,
            { path: 'confirmations' },
          );
        }
      }),
  }),
];
