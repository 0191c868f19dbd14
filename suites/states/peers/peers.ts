import { constant, constantFrom, nat } from 'fast-check';
import type { Trial } from '../../../engine/trial.ts';
import { freeAddresses, liftBans } from '../../support/bans.ts';
import type { StateModel } from '../support/state-model.ts';
import { Connect, Disconnect, DisconnectBoth, SetActive } from './connection-commands.ts';
import { ClearBans, SetAdded, SetBan } from './list-commands.ts';
import type { PeersReal } from './peers-command.ts';
import { LOOPBACK, type PeersModel } from './peers-model.ts';

/** Ports of the local machine without a listener, so that each attempt to connect fails at once. */
const UNREACHABLE = ['127.0.0.1:2', '127.0.0.1:3'] as const;
/** A private range, of which no node of a trial is part. */
const RANGE = '10.251.0.0/16';

const ban = nat(3);

async function notAdded(t: Trial, nodes: readonly string[]): Promise<void> {
  const added = await t.world.result('getaddednodeinfo');
  for (const { addednode } of added.filter((entry) => nodes.includes(entry.addednode)))
    await t.world.result('addnode', { node: addednode, command: 'remove' });
}

/** A node and its peer: connected, disconnected, without network activity; added nodes; bans. */
export const peers: StateModel<PeersModel, PeersReal, readonly string[]> = {
  id: 'peers',
  text: 'A node has the connection, the added nodes and the bans that the calls before have left, and no connection without network activity.',
  rows: [
    'setnetworkactive/disable',
    'setnetworkactive/enable',
    'disconnectnode/exactly-one',
    'disconnectnode/empty-address',
    'listbanned/addresses',
    'listbanned/subnets',
    'clearbanned/all',
  ],
  methods: [
    'setnetworkactive',
    'getnetworkinfo',
    'getpeerinfo',
    'addnode',
    'getaddednodeinfo',
    'disconnectnode',
    'setban',
    'listbanned',
    'clearbanned',
  ],
  effect: ['network'],
  profile: 'peers',
  commands: [
    constant(new Connect()),
    constantFrom(new Disconnect('address'), new Disconnect('id')),
    constant(new DisconnectBoth()),
    constantFrom(new SetActive(true), new SetActive(false)),
    constantFrom(...UNREACHABLE.map((node) => new SetAdded('add', node))),
    constantFrom(...UNREACHABLE.map((node) => new SetAdded('remove', node))),
    ban.map((number) => new SetBan('add', number)),
    ban.map((number) => new SetBan('add', number)),
    ban.map((number) => new SetBan('remove', number)),
    constant(new ClearBans()),
  ],
  tour: [
    new SetAdded('add', UNREACHABLE[0]),
    new DisconnectBoth(),
    new Disconnect('id'),
    new SetBan('add', 1),
    new SetBan('add', 3),
    new Connect(),
    new SetActive(false),
    new Connect(),
    new SetBan('remove', 3),
    new ClearBans(),
    new SetActive(true),
    new Connect(),
    new SetBan('add', 0),
    new Disconnect('address'),
  ],
  async prepare(t) {
    return [LOOPBACK, ...(await freeAddresses(t, 2)), RANGE];
  },
  async begin(t, subnets) {
    await t.world.result('setnetworkactive', { state: true });
    await liftBans(t, subnets);
    await notAdded(t, UNREACHABLE);
    const { address } = await t.world.use('peer');
    return {
      model: {
        active: true,
        wasInactive: false,
        connected: true,
        added: new Set(),
        bans: subnets.map((subnet) => ({ subnet, isBanned: false })),
      },
      real: { t, peer: address },
    };
  },
  async end({ model: { bans }, real: { t } }) {
    await t.world.result('setnetworkactive', { state: true });
    await liftBans(
      t,
      bans.map(({ subnet }) => subnet),
    );
    await notAdded(t, UNREACHABLE);
  },
};
