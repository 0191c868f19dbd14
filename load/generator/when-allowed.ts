import { setTimeout as delay } from 'node:timers/promises';

/** A node that did not answer is asked again after this time. */
const ASK_AGAIN_MS = 100;

/** Asks until calls may be sent, or until `isOver`. Returns whether they may be sent. Rejects as `mayReconnect` does. */
export async function whenAllowed(mayReconnect: () => Promise<boolean>, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    if (await mayReconnect()) return true;
    await delay(ASK_AGAIN_MS);
  }
  return false;
}
