import type { Wire } from '../../specs/model/wire.ts';
import type { Alteration } from '../../suites/selfcheck/types.ts';
import type { StateFault } from './state-faults.ts';

const isUpdate = (id: string): boolean => id === 'assetupdate';

/** Only the first update of the node is made; the others are answered with an invented txid. */
function oneUpdateOnly(): Alteration {
  let updates = 0;
  return {
    instead: ({ id }) => {
      if (!isUpdate(id) || ++updates === 1) return undefined;
      return { type: 'result', result: 'ab'.repeat(32), durationMs: 0 };
    },
  };
}

/** assetinfo reports the flags with which each token was created. */
function flagsOfCreation(): Alteration {
  const flags = new Map<Wire, Wire>();
  return {
    answer: (reply, { id }) => {
      if (id !== 'assetinfo' || reply.type !== 'result') return undefined;
      const token = reply.result as { readonly [name: string]: Wire };
      const first = flags.get(token.asset_guid!) ?? token.update_flags!;
      flags.set(token.asset_guid!, first);
      return first === token.update_flags ? undefined : { ...reply, result: { ...token, update_flags: first } };
    },
  };
}

/** gobject list has one object, and no other. */
const oneProposalOnly = (): Alteration => ({
  answer: (reply, { id }) => {
    if (id !== 'gobject list' || reply.type !== 'result') return undefined;
    const objects = Object.entries(reply.result as { readonly [hash: string]: Wire });
    return objects.length < 2 ? undefined : { ...reply, result: Object.fromEntries(objects.slice(-1)) };
  },
});

/** Faults of tokens and proposals that show only after several steps. */
export const platformFaults: readonly StateFault[] = [
  { name: 'gobject list has one proposal only', found: 'states/governance-objects', long: true, make: oneProposalOnly },
  { name: 'a second update of a token changes nothing', found: 'states/token-provisioning', remembers: true, make: oneUpdateOnly },
  { name: 'assetinfo keeps the flags of the creation', found: 'states/token-provisioning', remembers: true, make: flagsOfCreation },
  {
    name: 'a supply is minted again after it was burnt',
    long: true,
    found: 'states/token-provisioning',
    make: () => ({
      answer: (reply, { id }) =>
        id === 'assetsend' && reply.type === 'error' && reply.error.message.includes('bad-asset-supply')
          ? { type: 'result', result: 'cd'.repeat(32), durationMs: reply.durationMs }
          : undefined,
    }),
  },
];
