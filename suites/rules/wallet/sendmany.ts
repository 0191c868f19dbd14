import { formatSat } from '../../../client/wire-json.ts';
import { publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { rule } from '../rule.ts';
import { paysOnlyUnlocked } from '../support/locked-payment.ts';
import { rawTransaction } from '../support/raw-transaction.ts';

/** The error code of the family. */
const INSUFFICIENT_FUNDS = -6;

interface Recipient {
  readonly address: string;
  readonly script: string;
  readonly amountSat: bigint;
}

async function recipients(t: Trial, count: number): Promise<Recipient[]> {
  const list: Recipient[] = [];
  for (let i = 0; i < count; i++) {
    const { addresses, publicKey } = await t.world.fresh('foreignKey');
    list.push({
      address: addresses.legacy,
      script: publicKeyHashScript(publicKey),
      amountSat: BigInt(t.random.integer(1_000_000, 9_000_000)),
    });
  }
  return list;
}

const amountsOf = (list: readonly Recipient[]) => Object.fromEntries(list.map(({ address, amountSat }) => [address, formatSat(amountSat)]));

export const sendmanyRules: readonly Case[] = [
  rule({
    rule: 'sendmany/one-transaction',
    effect: ['wallet', 'chain'],
    uses: ['getrawmempool', 'getrawtransaction'],
    run: async (t) => {
      await t.world.use('funds');
      const list = await recipients(t, t.random.integer(3, 6));
      const before = await t.result('getrawmempool');
      const txid = await t.result('sendmany', { dummy: '', amounts: amountsOf(list) });
      const added = (await t.result('getrawmempool')).filter((candidate) => !before.includes(candidate));
      t.equal(added, [txid], 'the list of new transactions in the memory pool');
      const { outputs } = await rawTransaction(t, txid);
      for (const { address, script, amountSat } of list) {
        const paid = outputs.filter((output) => toHex(output.script) === script).map(({ valueSat }) => formatSat(valueSat));
        t.equal(paid, [formatSat(amountSat)], `the amounts of the outputs that pay ${address}`);
      }
    },
  }),
  rule({
    rule: 'sendmany/one-transaction',
    case: 'unknown-payee',
    effect: ['wallet', 'chain'],
    uses: ['getrawtransaction'],
    run: async (t) => {
      await t.world.use('funds');
      const list = await recipients(t, 2);
      const subtractfeefrom = [`no${t.random.word(12)}`];
      const answer = await t.answer('sendmany', { dummy: '', amounts: amountsOf(list), minconf: 1, comment: '', subtractfeefrom });
      // A node may refuse a name that is not that of a recipient.
      if (!answer.ok) return t.observe('subtractfeefrom', 'refused', 'sendmany whose fee is to be subtracted from no recipient');
      const { outputs } = await rawTransaction(t, answer.result);
      const paid = outputs.filter((output) => list.some(({ script }) => script === toHex(output.script)));
      t.equal(paid.length, list.length, 'the number of outputs that pay the recipients');
    },
  }),
  rule({
    rule: 'sendmany/fromaccount',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      await t.world.use('funds');
      const { label } = await t.world.use('labelled');
      const amounts = amountsOf(await recipients(t, 2));
      await t.refused('sendmany', { dummy: label, amounts }, 'the first argument must be empty');
      await t.result('sendmany', { dummy: '', amounts });
    },
  }),
  rule({
    rule: 'sendmany/fromaccount',
    case: 'with',
    effect: ['wallet', 'chain'],
    profile: 'accounts',
    run: async (t) => {
      const { label, amountSat } = await t.world.fresh('confirmedReceive');
      const { addresses } = await t.world.fresh('foreignKey');
      const answer = await t.call('sendmany', { dummy: label, amounts: { [addresses.legacy]: formatSat(amountSat / 10n) } });
      // The documents do not say what an account can pay.
      const usable = answer.ok || answer.error.code === INSUFFICIENT_FUNDS;
      t.ok(usable, 'sendmany does not accept an account on a node started with -deprecatedrpc=accounts', { check: 'refused' });
    },
  }),
  rule({
    rule: 'sendmany/unlocked',
    effect: ['wallet', 'chain'],
    profile: 'encrypted',
    uses: ['walletpassphrase', 'getrawmempool'],
    run: (t) => paysOnlyUnlocked(t, 'sendmany', (address, amount) => ({ dummy: '', amounts: { [address]: amount } })),
  }),
];
