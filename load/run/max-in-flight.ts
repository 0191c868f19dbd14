import type { Scenario } from '../scenario/types.ts';

/** More calls than the work queue of a node holds, so that its refusals are seen. */
const MAX_IN_FLIGHT = 512;

/**
 * Calls in flight at most in the open model, each over a connection of its own: while those of the scenario are busy more are
 * opened, if the node may be loaded as by many clients.
 */
export function maxInFlight({ connections }: Pick<Scenario, 'connections'>, manyClients: boolean): number {
  return manyClients ? Math.max(connections, MAX_IN_FLIGHT) : connections;
}
