import { formatSat } from '../../../client/wire-json.ts';
import type { Arguments } from '../../../fixtures/world/service.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { createdPsbt } from './created-psbt.ts';
import { lockedWallet, prepared, whileUnlocked } from '../support/locked-wallet.ts';
import { isSigned, readPsbt } from './psbt-signatures.ts';

const COIN = 100_000_000n;

/** Holds that a payment is refused while the wallet is locked, leaves nothing behind, and goes through once it is unlocked. */
async function paysOnlyUnlocked(t: Trial, method: 'sendtoaddress' | 'sendmany', args: (address: string) => Arguments): Promise<void> {
  const wallet = await lockedWallet(t);
  const { addresses } = await prepared(t, wallet, async () => {
    await t.world.use('funds');
    return t.world.fresh('foreignKey');
  });
  const before = await t.result<string[]>('getrawmempool');
  await t.refused(method, args(addresses.bech32), 'the wallet is locked');
  t.equal(await t.result('getrawmempool'), before, 'the memory pool after a payment of a locked wallet was refused');
  await whileUnlocked(t, wallet, async () => {
    const txid = await t.result<string>(method, args(addresses.bech32));
    t.ok((await t.result<string[]>('getrawmempool')).includes(txid), `the payment ${txid} of the unlocked wallet is not in the memory pool`);
  });
}

const amount = formatSat(COIN / 10n);

export const needsUnlockedRules: readonly Case[] = [
  rule({
    rule: 'sendtoaddress/unlocked',
    effect: ['wallet', 'chain'],
    profile: 'encrypted',
    uses: ['walletpassphrase'],
    run: (t) => paysOnlyUnlocked(t, 'sendtoaddress', (address) => ({ address, amount })),
  }),
  rule({
    rule: 'sendmany/unlocked',
    effect: ['wallet', 'chain'],
    profile: 'encrypted',
    uses: ['walletpassphrase'],
    run: (t) => paysOnlyUnlocked(t, 'sendmany', (address) => ({ dummy: '', amounts: { [address]: amount } })),
  }),
  rule({
    rule: 'signmessage/unlocked',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const args = { address: wallet.address, message: `pyx ${t.random.word(8)}` };
      await t.refused('signmessage', args, 'the wallet is locked');
      await whileUnlocked(t, wallet, async () => {
        await t.result('signmessage', args);
      });
    },
  }),
  rule({
    rule: 'signrawtransactionwithwallet/unlocked',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const { hex } = await prepared(t, wallet, () => t.world.fresh('unsignedTransaction'));
      // Refusing the call and signing no input are both ways to say that the wallet is locked.
      const locked = await t.call('signrawtransactionwithwallet', { hexstring: hex });
      if (locked.ok) {
        const result = locked.result as { hex: string; complete: boolean };
        t.equal(result.complete, false, 'complete of what a locked wallet signs', { path: 'complete' });
        t.equal(result.hex, hex, 'the transaction as a locked wallet gives it back', { path: 'hex' });
      }
      await whileUnlocked(t, wallet, async () => {
        const { complete } = await t.result<{ complete: boolean }>('signrawtransactionwithwallet', { hexstring: hex });
        t.equal(complete, true, 'complete of what the unlocked wallet signs', { path: 'complete' });
      });
    },
  }),
  rule({
    rule: 'walletprocesspsbt/unlocked',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase', 'createpsbt'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const psbt = await prepared(t, wallet, async () => createdPsbt(t.world, [await t.world.fresh('spendable')]));
      const locked = await t.call('walletprocesspsbt', { psbt });
      if (locked.ok) {
        const result = locked.result as { psbt: string; complete: boolean };
        t.equal(result.complete, false, 'complete of what a locked wallet processes', { path: 'complete' });
        t.ok(readPsbt(t, result.psbt).inputs.every((input) => !isSigned(input)), 'a locked wallet has signed an input', { path: 'psbt' });
      }
      await whileUnlocked(t, wallet, async () => {
        const { complete } = await t.result<{ complete: boolean }>('walletprocesspsbt', { psbt });
        t.equal(complete, true, 'complete of what the unlocked wallet processes', { path: 'complete' });
      });
    },
  }),
  rule({
    rule: ['encryptwallet/needs-passphrase', 'encryptwallet/sending-signing'],
    effect: ['wallet', 'chain'],
    profile: 'encrypted',
    uses: ['walletpassphrase', 'signmessage', 'sendtoaddress', 'dumpprivkey'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const { addresses } = await prepared(t, wallet, async () => {
        await t.world.use('funds');
        return t.world.fresh('foreignKey');
      });
      const uses: readonly (readonly [string, Arguments])[] = [
        ['signmessage', { address: wallet.address, message: 'pyx' }],
        ['sendtoaddress', { address: addresses.bech32, amount }],
        ['dumpprivkey', { address: wallet.address }],
      ];
      for (const [method, args] of uses) {
        const answer = await t.call(method, args);
        t.ok(!answer.ok, `${method} was answered with a result though no passphrase was set`, { check: 'refusal', path: method });
      }
      await whileUnlocked(t, wallet, async () => {
        for (const [method, args] of uses) {
          const answer = await t.call(method, args);
          t.ok(answer.ok, `${method} was refused though the passphrase was set`, { check: 'refused', path: method });
        }
      });
    },
  }),
];
