import type { Client, Params, Reply } from '../../../client/types.ts';
import { withClient } from '../../../fixtures/targets/with-client.ts';
import type { RunningNode, Target } from '../../../fixtures/targets/types.ts';

/** The reply in place of the node's own; undefined to leave it. */
export type Alter = (method: string, params: Params, reply: Reply) => Reply | undefined;

/** A target whose nodes answer single calls as `alter` has it, named arguments included. */
export function alteredTarget(inner: Target, alter: Alter): Target {
  return {
    kind: inner.kind,
    name: inner.name,
    capabilities: inner.capabilities,
    setStartOptions: (options) => inner.setStartOptions(options),
    ...(inner.setRequestForm && { setRequestForm: inner.setRequestForm.bind(inner) }),
    start: async (profile, options) => altered(await inner.start(profile, options), alter),
    close: () => inner.close(),
  };
}

/** A node that answers single calls as `alter` has it. */
export function altered(node: RunningNode, alter: Alter): RunningNode {
  return withClient(node, alteredClient(node.client, alter));
}

function alteredClient(client: Client, alter: Alter): Client {
  return {
    address: client.address,
    get lost() {
      return client.lost;
    },
    call: async (method, params, options) => {
      const reply = await client.call(method, params, options);
      return alter(method, params, reply) ?? reply;
    },
    // Without lists, every call is a single one.
    callList: () => Promise.resolve(undefined),
    raw: (request, options) => client.raw(request, options),
    close: () => client.close(),
  };
}
