import type { At } from '../../../engine/finding-place.ts';
import type { Trial } from '../../../engine/trial.ts';
import { isListed } from '../../support/bans.ts';
import { peerInfo } from '../../support/peers.ts';
import { at, type TransitionId } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';
import type { PeersModel } from './peers-model.ts';

export interface PeersReal {
  readonly t: Trial;
  /** The address of the other node, as `addnode` and `getpeerinfo` have it. */
  readonly peer: string;
}

const CONNECTION: At = { check: 'connection', path: 'getpeerinfo', source: 'document 2, Peer network: getpeerinfo' };

/** A command on the peers of a node. Afterwards its connection, added nodes and bans are those of the model. */
export abstract class PeersCommand extends StateCommand<PeersModel, PeersReal> {
  protected async compare(model: Readonly<PeersModel>, real: PeersReal, sentence: TransitionId | undefined): Promise<void> {
    const { t, peer } = real;
    const place = (fallback: At): At => (sentence === undefined ? fallback : at(sentence));
    const { networkactive } = await t.result('getnetworkinfo');
    const switched = at(model.active ? 'setnetworkactive/enable' : 'setnetworkactive/disable');
    t.equal(networkactive, model.active, 'networkactive', { ...switched, path: 'networkactive' });
    if (model.connected !== 'unknown') {
      const isConnected = (await peerInfo(t, peer)) !== undefined;
      t.ok(isConnected === model.connected, `the node is ${isConnected ? '' : 'not '}connected to the peer`, place(CONNECTION));
    }
    const added = (await t.result('getaddednodeinfo')).map(({ addednode }) => addednode);
    t.ok(!added.includes(peer), 'getaddednodeinfo lists a node that was added with onetry', at('getaddednodeinfo/onetry'));
    t.equal(added.sort(), [...model.added].sort(), 'the list of added nodes', {
      check: 'added',
      path: 'getaddednodeinfo',
      source: 'document 2, Peer network: addnode',
    });
    for (const { subnet, isBanned } of model.bans) {
      const shown = await isListed(t, subnet);
      t.ok(
        shown === isBanned,
        `listbanned ${shown ? 'lists' : 'does not list'} ${subnet}, which is ${isBanned ? '' : 'not '}banned`,
        place(at(subnet.endsWith('/32') ? 'listbanned/addresses' : 'listbanned/subnets')),
      );
    }
  }
}
