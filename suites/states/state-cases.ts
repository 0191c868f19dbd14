import type { Case } from '../../engine/case.ts';
import { governanceObjects } from './governance-objects/governance-objects.ts';
import { outputLocks } from './output-locks/output-locks.ts';
import { peers } from './peers/peers.ts';
import { rescan } from './rescan/rescan.ts';
import { DEFAULT_SETTINGS, type ModelSettings } from './support/settings.ts';
import { modelCase } from './support/model-case.ts';
import { tokenProvisioning } from './token-provisioning/token-provisioning.ts';
import { tpsQueue } from './tps-queue/tps-queue.ts';
import { walletEncryption } from './wallet-encryption/wallet-encryption.ts';
import { walletLoading } from './wallet-loading/wallet-loading.ts';
import { walletLock } from './wallet-lock/wallet-lock.ts';
import { walletTransactions } from './wallet-transactions/wallet-transactions.ts';

/** A case for each model. */
export function stateCases(settings: ModelSettings = DEFAULT_SETTINGS): readonly Case[] {
  return [
    modelCase(walletLoading, settings),
    modelCase(walletLock, settings),
    modelCase(walletEncryption, settings),
    modelCase(outputLocks(settings), settings),
    modelCase(walletTransactions(settings), settings),
    modelCase(rescan, settings),
    modelCase(peers, settings),
    modelCase(tpsQueue, settings),
    modelCase(tokenProvisioning, settings),
    modelCase(governanceObjects, settings),
  ];
}
