import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import { checkedResult } from '../../support/checked-result.ts';
import { rule } from '../rule.ts';
import { inFundedWallet } from '../support/funded-wallet.ts';
import { rawTransaction } from '../support/raw-transaction.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

const COIN = 100_000_000n;

const outpoint = ({ txid, vout }: OutpointValue): { txid: string; vout: number } => ({ txid, vout });

async function locks(t: Trial, wallet: string): Promise<string[]> {
  return (await t.result('listlockunspent', {}, { wallet })).map(outpointText).sort();
}

/** A wallet with three outputs of 0.1 coins. Unloading it removes its locks. */
async function withOutputs(
  t: Trial,
  use: (wallet: string, outputs: readonly [OutpointValue, OutpointValue, OutpointValue]) => Promise<void>,
): Promise<void> {
  await inFundedWallet(t, [COIN / 10n, COIN / 10n, COIN / 10n], async ({ name, outputs }) => {
    const [first, second, third] = outputs.map(outpoint);
    if (!first || !second || !third) throw new Error(`expected a wallet with 3 outputs, got ${outputs.length}`);
    await use(name, [first, second, third]);
  });
}

async function setLocks(t: Trial, wallet: string, unlock: boolean, outputs?: readonly OutpointValue[]): Promise<void> {
  const done = await t.result('lockunspent', { unlock, ...(outputs && { transactions: outputs.map(outpoint) }) }, { wallet });
  t.equal(done, true, `the result of lockunspent ${unlock ? 'true (unlock)' : 'false (lock)'}`);
}

export const lockunspentRules: readonly Case[] = [
  rule({
    rule: 'lockunspent/lock',
    effect: ['wallet'],
    uses: ['listlockunspent'],
    run: async (t) =>
      withOutputs(t, async (wallet, [first, second, third]) => {
        t.equal(await locks(t, wallet), [], 'the list of locks before any call');
        await setLocks(t, wallet, false, [first, third]);
        t.equal(
          await locks(t, wallet),
          [first, third].map(outpointText).sort(),
          'the list of locks after locking the first and third output',
        );
        await setLocks(t, wallet, false, [second]);
        t.equal(
          await locks(t, wallet),
          [first, second, third].map(outpointText).sort(),
          'the list of locks after also locking the second output',
        );
        // Of an output that there is not, the documents say nothing but what the list shows of it.
        for (const none of [
          { txid: t.random.hex(32), vout: 0 },
          { txid: first.txid, vout: -1 },
          { txid: first.txid, vout: 99 },
        ])
          await t.call('lockunspent', { unlock: false, transactions: [none] }, { wallet });
        const there = ((await checkedResult(t, 'listlockunspent', {}, { wallet })) as unknown as OutpointValue[]).map(outpointText);
        t.ok(
          [first, second, third].every((output) => there.includes(outpointText(output))),
          'listlockunspent no longer lists a locked output after calls that name outputs that do not exist',
        );
      }),
  }),
  rule({
    rule: 'lockunspent/selection',
    effect: ['wallet', 'chain'],
    uses: ['sendtoaddress', 'getrawtransaction'],
    run: async (t) =>
      withOutputs(t, async (wallet, [first, second, third]) => {
        const { addresses } = await t.world.use('foreignKey');
        const pay = { address: addresses.bech32, amount: '0.05' };
        await setLocks(t, wallet, false, [first, second, third]);
        const refused = await t.call('sendtoaddress', pay, { wallet });
        t.ok(!refused.ok, 'sendtoaddress succeeded in a wallet whose outputs are all locked', { check: 'refusal' });
        const free = t.random.pick([first, second, third]);
        await setLocks(t, wallet, true, [free]);
        const txid = await t.result('sendtoaddress', pay, { wallet });
        const { inputs } = await rawTransaction(t, txid);
        t.equal(inputs.map(outpointText), [outpointText(free)], 'the outputs that the wallet selected while the others were locked');
      }),
  }),
  rule({
    rule: 'lockunspent/unlock',
    effect: ['wallet'],
    uses: ['listlockunspent'],
    run: async (t) =>
      withOutputs(t, async (wallet, [first, second, third]) => {
        await setLocks(t, wallet, false, [first, second, third]);
        await setLocks(t, wallet, true, [first, third]);
        t.equal(await locks(t, wallet), [outpointText(second)], 'the list of locks after unlocking the first and third of three');
      }),
  }),
  rule({
    rule: 'lockunspent/unlock-all',
    effect: ['wallet'],
    uses: ['listlockunspent'],
    run: async (t) =>
      withOutputs(t, async (wallet, [first, second, third]) => {
        await setLocks(t, wallet, false, [first, second, third]);
        t.equal((await locks(t, wallet)).length, 3, 'the number of locks before unlocking');
        await setLocks(t, wallet, true);
        t.equal(await locks(t, wallet), [], 'the list of locks after unlocking without a list');
      }),
  }),
  rule({
    rule: 'lockunspent/memory-only',
    effect: ['wallet', 'process'],
    judges: ['l:output-lock-storage'],
    ownNode: true,
    uses: ['listlockunspent'],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target');
      const { name } = await t.world.use('wallet');
      const locked = outpoint(await t.world.fresh('spendable'));
      await setLocks(t, name, false, [locked]);
      t.equal(await locks(t, name), [outpointText(locked)], 'the list of locks before the node is stopped');
      await t.node.restart();
      await t.world.use('wallet'); // loads the wallet if the node did not
      t.equal(await locks(t, name), [], 'the list of locks after a restart of the node');
    },
  }),
];
