import type { Trial } from '../../../engine/trial.ts';

/** Seconds for which a case unlocks the wallet; it locks it again before it ends. */
export const UNLOCK_S = 600;

/** The encrypted wallet of the trial, locked. */
export interface LockedWallet {
  readonly passphrase: string;
  /** A P2PKH address whose key the wallet holds. */
  readonly address: string;
}

export async function lockedWallet(t: Trial): Promise<LockedWallet> {
  const { address } = await t.world.use('legacyAddress'); // made before locking, since a locked wallet may run out of keys
  const { passphrase } = await t.world.use('encryptedWallet');
  return { passphrase, address };
}

/** Runs `make` with the wallet unlocked. None of its calls is judged. */
export async function prepared<T>(t: Trial, { passphrase }: LockedWallet, make: () => Promise<T>): Promise<T> {
  await t.world.result('walletpassphrase', { passphrase, timeout: UNLOCK_S });
  try {
    return await make();
  } finally {
    await t.world.result('walletlock');
  }
}

/** Unlocks the wallet for the rest of the case with a judged call, and locks it at the end. */
export async function whileUnlocked(t: Trial, { passphrase }: LockedWallet, use: () => Promise<void>, timeout = UNLOCK_S): Promise<void> {
  await t.result('walletpassphrase', { passphrase, timeout });
  try {
    await use();
  } finally {
    // The answer is ignored: the documents leave open how a node answers when the wallet is already locked.
    await t.world.service.call('walletlock', {}, t.world.callOptions('walletlock'));
  }
}

/** Whether the private keys can be used. */
export async function canSign(t: Trial, address: string): Promise<boolean> {
  return (await t.call('signmessage', { address, message: 'pyx' })).ok;
}

/** Whether the passphrase unlocks the wallet; the wallet is locked afterwards. */
export async function opens(t: Trial, passphrase: string): Promise<boolean> {
  const answer = await t.call('walletpassphrase', { passphrase, timeout: UNLOCK_S });
  if (answer.ok) await t.world.result('walletlock');
  return answer.ok;
}

export async function unlockedUntil(t: Trial): Promise<number | undefined> {
  return (await t.result('getwalletinfo')).unlocked_until;
}
