import type { Case } from '../../engine/types.ts';
import { outputLocks } from './output-locks/output-locks.ts';
import { DEFAULT_SETTINGS, type ModelSettings } from './support/settings.ts';
import { modelCase } from './support/state-model.ts';
import { walletLock } from './wallet-lock/wallet-lock.ts';

/** A case for each model. */
export function stateCases(settings: ModelSettings = DEFAULT_SETTINGS): readonly Case[] {
  return [modelCase(walletLock, settings), modelCase(outputLocks(settings), settings)];
}
