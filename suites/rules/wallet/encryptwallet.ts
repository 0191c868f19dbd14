import { formatSat } from '../../../client/wire-json.ts';
import { endsByEncryption, newPassphrase } from '../../../fixtures/world/ingredients/encryption.ts';
import type { Arguments } from '../../../fixtures/world/service.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { canSign, lockedWallet, opens, prepared, whileUnlocked } from '../support/locked-wallet.ts';

/** Restarts the node after encryptwallet if it shut down: some nodes do, others do not. */
async function comeBack(t: Trial): Promise<void> {
  await t.node.restart();
  await t.world.use('wallet');
}

export const encryptwalletRules: readonly Case[] = [
  rule({
    rule: 'encryptwallet/shutdown',
    effect: ['wallet', 'process'],
    ownNode: true,
    run: async (t) => {
      await t.world.use('wallet');
      await t.result('encryptwallet', { passphrase: newPassphrase(t.world) });
      t.ok(await endsByEncryption(t.world), 'the node still runs after encryptwallet, expected it to shut down', { check: 'ends' });
    },
  }),
  rule({
    rule: ['encryptwallet/first-time', 'encryptwallet/one-character'],
    effect: ['wallet', 'process'],
    ownNode: true,
    uses: ['walletpassphrase', 'walletlock', 'signmessage'],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target');
      const { address } = await t.world.use('legacyAddress');
      const empty = await t.call('encryptwallet', { passphrase: '' });
      t.ok(!empty.ok, 'encryptwallet accepted an empty passphrase', { check: 'refusal' });
      if (empty.ok) return;
      t.ok(await canSign(t, address), 'the wallet is locked after a refused encryptwallet');
      const passphrase = t.random.word(1);
      await t.result('encryptwallet', { passphrase });
      await comeBack(t);
      t.ok(!(await canSign(t, address)), 'the encrypted wallet signs a message without a passphrase');
      t.ok(await opens(t, passphrase), 'a passphrase of one character does not unlock the wallet that was encrypted with it');
      const second = newPassphrase(t.world);
      const again = await t.call('encryptwallet', { passphrase: second });
      if (again.ok) await comeBack(t);
      t.ok(!(await opens(t, second)), 'the passphrase of a second encryptwallet unlocks the wallet', { check: 'refusal' });
      t.ok(await opens(t, passphrase), 'the passphrase of the first encryptwallet no longer unlocks the wallet after a second one');
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
        ['sendtoaddress', { address: addresses.bech32, amount: formatSat(10_000_000n) }],
        ['dumpprivkey', { address: wallet.address }],
      ];
      for (const [method, args] of uses) {
        const answer = await t.call(method, args);
        t.ok(!answer.ok, `${method} succeeded although no passphrase was set`, { check: 'refusal', path: method });
      }
      await whileUnlocked(t, wallet, async () => {
        for (const [method, args] of uses) {
          const answer = await t.call(method, args);
          t.ok(answer.ok, `${method} was refused although the passphrase was set`, { check: 'refused', path: method });
        }
      });
    },
  }),
];
