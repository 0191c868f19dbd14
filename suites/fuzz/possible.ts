import { NotMade, Unavailable, WorldError } from '../../fixtures/world/world-errors.ts';

/** What `make` returns; undefined if this node cannot have it, or refused a call for it. */
export async function possible<T>(make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Unavailable || error instanceof WorldError || error instanceof NotMade) return undefined;
    throw error;
  }
}
