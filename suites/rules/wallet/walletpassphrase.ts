import { newPassphrase } from '../../../fixtures/world/ingredients/encryption.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { pause } from '../../support/wait-for.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { canSign, lockedWallet, opens, UNLOCK_S, unlockedUntil, whileUnlocked } from '../support/locked-wallet.ts';

/** The maximum time for which a wallet can be unlocked, in seconds (document 1, Limits). */
const CAP_S = 100_000_000;
/** Tolerance for times, in seconds: rounding to seconds, and a busy machine. */
const TOLERANCE_S = 10;
/** A node must have locked the wallet this long after its timeout. */
const LATE_MS = 3_000;

const nowS = (): number => Math.floor(Date.now() / 1000);

function isAbout(t: Trial, actual: number | undefined, expected: number, what: string): void {
  const near = actual !== undefined && Math.abs(actual - expected) <= TOLERANCE_S;
  t.ok(near, `${what} is ${actual ?? 'missing'}, expected ${expected} ± ${TOLERANCE_S} s`, { path: 'unlocked_until' });
}

/** Checks that each of these timeouts, in seconds, unlocks the wallet for the maximum time. */
async function isCapped(t: Trial, timeouts: readonly number[]): Promise<void> {
  const wallet = await lockedWallet(t);
  for (const timeout of timeouts) {
    await whileUnlocked(
      t,
      wallet,
      async () => isAbout(t, await unlockedUntil(t), nowS() + CAP_S, `unlocked_until after a timeout of ${timeout} s`),
      timeout,
    );
  }
}

export const walletpassphraseRules: readonly Case[] = [
  rule({
    rule: 'walletpassphrase/cap',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['getwalletinfo'],
    run: (t) => isCapped(t, [t.random.integer(CAP_S + 1_000, 2 * CAP_S), 2_147_483_647]),
  }),
  rule({
    rule: 'walletpassphrase/unlocks',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['signmessage'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      t.ok(!(await canSign(t, wallet.address)), 'the wallet signs a message while it is locked');
      t.ok(!(await opens(t, newPassphrase(t.world))), 'a wrong passphrase unlocks the wallet', { check: 'refusal' });
      t.ok(!(await canSign(t, wallet.address)), 'the wallet signs a message after a wrong passphrase');
      await whileUnlocked(
        t,
        wallet,
        async () => void t.ok(await canSign(t, wallet.address), 'the unlocked wallet does not sign a message'),
      );
    },
  }),
  rule({
    rule: 'walletpassphrase/unlocked-until',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['getwalletinfo'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const timeout = t.random.integer(100, 100_000);
      await whileUnlocked(
        t,
        wallet,
        async () => isAbout(t, await unlockedUntil(t), nowS() + timeout, `unlocked_until after a timeout of ${timeout} s`),
        timeout,
      );
    },
  }),
  rule({
    rule: 'walletpassphrase/again',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['getwalletinfo', 'signmessage'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      await whileUnlocked(
        t,
        wallet,
        async () => {
          for (const timeout of [5_000, 50, 50_000]) {
            await t.result('walletpassphrase', { passphrase: wallet.passphrase, timeout });
            isAbout(
              t,
              await unlockedUntil(t),
              nowS() + timeout,
              `unlocked_until after a second walletpassphrase with a timeout of ${timeout} s`,
            );
          }
          t.ok(await canSign(t, wallet.address), 'the wallet does not sign a message after a second walletpassphrase');
        },
        1_000,
      );
    },
  }),
  rule({
    rule: 'walletpassphrase/again',
    case: 'timer',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['signmessage'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const first = 1;
      const startedAt = performance.now();
      await whileUnlocked(
        t,
        wallet,
        async () => {
          const answer = await t.call('walletpassphrase', { passphrase: wallet.passphrase, timeout: UNLOCK_S });
          const locked = performance.now() - startedAt > first * 900;
          if (locked) t.inapplicable(`the node did not answer the second walletpassphrase within ${first} s, the time of the first`);
          t.ok(answer.ok, 'a second walletpassphrase on an unlocked wallet was refused', { check: 'refused' });
          await pause(t, first * 1_500);
          t.ok(await canSign(t, wallet.address), `the wallet is locked at the end of the first timeout of ${first} s, which was replaced`);
        },
        first,
      );
    },
  }),
  rule({
    rule: ['walletpassphrase/timeout', 'walletpassphrase/expires', 'walletpassphrase/expired-until'],
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['signmessage', 'getwalletinfo'],
    run: async (t) => {
      const timeout = 2;
      const wallet = await lockedWallet(t);
      const startedAt = performance.now();
      await whileUnlocked(
        t,
        wallet,
        async () => {
          await pause(t, timeout * 500);
          const signed = await canSign(t, wallet.address);
          // On a busy machine the check may come too late.
          if (performance.now() - startedAt < timeout * 750)
            t.ok(signed, `the wallet is locked before half of its timeout of ${timeout} s`);
          const latest = startedAt + timeout * 1000 + LATE_MS;
          while (performance.now() < latest && (await canSign(t, wallet.address))) await pause(t, 100);
          t.ok(
            !(await canSign(t, wallet.address)),
            `the wallet still signs a message ${LATE_MS / 1000} s after its timeout of ${timeout} s`,
          );
          t.equal(await unlockedUntil(t), 0, 'unlocked_until after the timeout', { path: 'unlocked_until' });
        },
        timeout,
      );
    },
  }),
  row({
    table: 'limits',
    row: 'unlock-time-cap',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['getwalletinfo'],
    run: (t) => isCapped(t, [CAP_S, CAP_S + 2 * TOLERANCE_S]),
  }),
];
