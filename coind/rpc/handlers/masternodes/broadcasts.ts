import { broadcastId, encodeBroadcast, readBroadcast, type Broadcast } from '../../../masternodes/broadcast.ts';
import { ByteReader } from '../../../primitives/byte-reader.ts';
import { ByteWriter } from '../../../primitives/byte-writer.ts';
import { DeserializationError } from '../../../primitives/deserialization-error.ts';
import { formatAddress } from '../../../primitives/net-address.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { attemptAll } from './attempts.ts';
import { outpointText, sentinelState, versionText } from './list-values.ts';
import { configuredAs, createBroadcast } from './starts.ts';

/** Announcements that are made on one node and sent by another (document 3, Masternodes, sentinel, sporks, synchronisation). */
export const masternodeBroadcastHandlers: Handlers<
  'masternodebroadcast create-name' | 'masternodebroadcast create-all' | 'masternodebroadcast decode' | 'masternodebroadcast relay'
> = {
  'masternodebroadcast create-name'({ name }, call) {
    return { name, result: 'successful', hex: hexOf([createBroadcast(configuredAs(name, call), call)]) };
  },

  'masternodebroadcast create-all'(_, call) {
    const created: Broadcast[] = [];
    const { overall, detail } = attemptAll('created broadcasts of', call.node.masternodes.configured(), {
      nameOf: ({ name }) => name,
      attempt: (configured) => {
        created.push(createBroadcast(configured, call));
        return {};
      },
    });
    return { overall, detail, hex: hexOf(created) };
  },

  'masternodebroadcast decode': ({ hex }) =>
    Object.fromEntries(broadcastsFrom(hex).map((broadcast) => [broadcastId(broadcast), broadcastJson(broadcast)])),

  'masternodebroadcast relay'({ hex }, { node: { masternodes } }) {
    const where = ({ outpoint, address }: Broadcast) => ({ outpoint: outpointText(outpoint), addr: formatAddress(address) });
    const relay = (broadcast: Broadcast) => {
      masternodes.announce(broadcast);
      return where(broadcast);
    };
    return attemptAll('relayed broadcasts of', broadcastsFrom(hex), { nameOf: broadcastId, attempt: relay, extra: where });
  },
};

function hexOf(broadcasts: readonly Broadcast[]): string {
  const writer = new ByteWriter().compactSize(broadcasts.length);
  for (const broadcast of broadcasts) writer.bytes(encodeBroadcast(broadcast));
  return writer.finish().toString('hex');
}

function broadcastsFrom(hex: string): Broadcast[] {
  const refuse = (why: string): RpcError => new RpcError(RpcCode.deserialization, `Masternode broadcast decode failed: ${why}`);
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length * 2 !== hex.length) throw refuse('expected hex digits');
  try {
    const reader = new ByteReader(bytes);
    const broadcasts = Array.from({ length: reader.compactSize() }, () => readBroadcast(reader));
    if (reader.remaining > 0) throw refuse(`${reader.remaining} bytes follow the last broadcast`);
    return broadcasts;
  } catch (error) {
    throw error instanceof DeserializationError ? refuse(error.message) : error;
  }
}

function broadcastJson({ outpoint, address, collateralKey, operatorKey, signedAt, protocol, signature, ping }: Broadcast) {
  return {
    outpoint: outpointText(outpoint),
    addr: formatAddress(address),
    pubkeycollateral: collateralKey.toString('hex'),
    pubkeyoperator: operatorKey.toString('hex'),
    sigtime: signedAt,
    protocol,
    signature: signature.toString('base64'),
    lastping: {
      blockhash: ping.blockHash,
      sigtime: ping.signedAt,
      daemonversion: versionText(ping.daemonVersion),
      sentinelversion: versionText(ping.sentinelVersion),
      sentinelstate: sentinelState(ping.sentinelIsCurrent),
      signature: ping.signature.toString('base64'),
    },
  };
}
