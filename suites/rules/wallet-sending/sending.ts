import { formatSat } from '../../../client/wire-json.ts';
import { publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { vsizeOf } from '../../../oracles/transaction.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { feeOf, rawTransaction } from '../support/fees.ts';
import { rule } from '../rule.ts';
import { inFundedWallet } from '../support/funded-wallet.ts';
import { payFromOutside } from '../support/outside-payment.ts';
import { entriesOf, listed, type WalletEntry } from '../support/wallet-entries.ts';

const COIN = 100_000_000n;

interface Recipient {
  readonly address: string;
  readonly script: string;
  readonly amountSat: bigint;
}

async function recipients(t: Trial, count: number): Promise<Recipient[]> {
  const list: Recipient[] = [];
  for (let i = 0; i < count; i++) {
    const { addresses, publicKey } = await t.world.fresh('foreignKey');
    list.push({ address: addresses.legacy, script: publicKeyHashScript(publicKey), amountSat: BigInt(t.random.integer(1_000_000, 9_000_000)) });
  }
  return list;
}

const amountsOf = (list: readonly Recipient[]) => Object.fromEntries(list.map(({ address, amountSat }) => [address, formatSat(amountSat)]));

/** Pays with a remark in one of the arguments; it must be known to the wallet, and the transaction must not have it. */
async function remarkStays(t: Trial, argument: 'comment' | 'comment_to', read: (txid: string) => Promise<WalletEntry[]>, field: 'comment' | 'to'): Promise<void> {
  await t.world.use('funds');
  const { addresses } = await t.world.use('foreignKey');
  const remark = `pyx ${t.random.word(16)}`;
  const txid = await t.result<string>('sendtoaddress', { address: addresses.bech32, amount: '0.1', [argument]: remark });
  for (const entry of entriesOf(t, await read(txid), txid, 'send')) t.equal(entry[field], remark, `the ${argument} that was given`, { path: field });
  const { bytes } = await rawTransaction(t, txid);
  t.ok(!Buffer.from(bytes).includes(remark), `the transaction itself holds the ${argument}`);
}

export const sendingRules: readonly Case[] = [
  rule({
    rule: 'sendmany/one-transaction',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      await t.world.use('funds');
      const list = await recipients(t, t.random.integer(3, 6));
      const before = await t.result<string[]>('getrawmempool');
      const txid = await t.result<string>('sendmany', { dummy: '', amounts: amountsOf(list) });
      const added = (await t.result<string[]>('getrawmempool')).filter((candidate) => !before.includes(candidate));
      t.equal(added, [txid], 'the transactions that came into the memory pool');
      const { outputs } = await rawTransaction(t, txid);
      for (const { address, script, amountSat } of list) {
        const paid = outputs.filter((output) => toHex(output.script) === script).map(({ valueSat }) => formatSat(valueSat));
        t.equal(paid, [formatSat(amountSat)], `the outputs of the transaction that pay ${address}`);
      }
    },
  }),
  rule({
    rule: 'sendmany/fromaccount',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      await t.world.use('funds');
      const { label } = await t.world.use('labelled');
      const amounts = amountsOf(await recipients(t, 2));
      await t.refused('sendmany', { dummy: label, amounts }, 'its first argument must be empty, and names no account to pay from');
      await t.result('sendmany', { dummy: '', amounts });
    },
  }),
  rule({
    rule: 'sendtoaddress/comment',
    effect: ['wallet', 'chain'],
    run: (t) => remarkStays(t, 'comment', () => listed(t), 'comment'),
  }),
  rule({
    rule: 'sendtoaddress/comment-to',
    effect: ['wallet', 'chain'],
    run: (t) =>
      remarkStays(t, 'comment_to', async () => (await t.result<{ transactions: WalletEntry[] }>('listsinceblock')).transactions, 'to'),
  }),
  rule({
    rule: 'sendtoaddress/no-unsafe',
    effect: ['wallet', 'chain'],
    run: async (t) =>
      withSpareWallet(t, async (wallet) => {
        const { addresses } = await t.world.use('foreignKey');
        const address = await t.world.result<string>('getnewaddress', { label: '', address_type: 'bech32' }, { wallet });
        const { txid } = await payFromOutside(t.world, address);
        const pay = { address: addresses.bech32, amount: '0.01' };
        const unspent = await t.result<{ txid: string; safe: boolean }[]>('listunspent', { minconf: 0 }, { wallet });
        t.equal(unspent.map((item) => [item.txid, item.safe]), [[txid, false]], 'the outputs of the wallet, and whether they are safe');
        const refused = await t.call('sendtoaddress', pay, { wallet });
        t.ok(!refused.ok, 'sendtoaddress paid from a wallet whose only output is not safe', { check: 'refusal' });
        await t.world.mine(1);
        await t.result('sendtoaddress', pay, { wallet });
      }),
  }),
  rule({
    rule: 'settxfee/overrides',
    effect: ['wallet', 'chain'],
    profile: 'options',
    uses: ['sendtoaddress'],
    run: async (t) =>
      inFundedWallet(t, [COIN], async ({ name: wallet }) => {
        const { paytxfee: option } = await t.result<{ paytxfee: number }>('getwalletinfo', {}, { wallet });
        t.equal(Number(option), 0.0005, 'paytxfee of a wallet of a node with -paytxfee=0.0005', { path: 'paytxfee' });
        const rateSat = BigInt(t.random.integer(100_000, 200_000));
        try {
          t.equal(await t.result('settxfee', { amount: formatSat(rateSat) }, { wallet }), true, 'what settxfee says of a rate');
          const { paytxfee } = await t.result<{ paytxfee: number }>('getwalletinfo', {}, { wallet });
          t.equal(paytxfee, formatSat(rateSat), 'paytxfee after settxfee', { path: 'paytxfee' });
          const { addresses } = await t.world.use('foreignKey');
          const txid = await t.result<string>('sendtoaddress', { address: addresses.bech32, amount: '0.1' }, { wallet });
          const transaction = await rawTransaction(t, txid);
          const feeSat = await feeOf(t, transaction);
          const dueSat = (rateSat * BigInt(vsizeOf(transaction))) / 1000n;
          // A wallet knows the size of its signatures only roughly when it sets the fee.
          const near = feeSat >= (dueSat * 95n) / 100n && feeSat <= (dueSat * 105n) / 100n;
          t.ok(near, `the transaction pays ${feeSat} sat, expected about ${dueSat} sat at the rate that was set`, { path: 'fee' });
        } finally {
          // On some nodes the rate is that of all wallets.
          await t.world.result('settxfee', { amount: '0.0005' }, { wallet });
        }
      }),
  }),
];
