import type { JsonValue } from '../../../../specs/model/generated/methods.d.ts';
import type { ExtHeader } from '../../../ext-client/types.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';

const SUCCESS = { status: 'success' } as const;

/** What the node knows of the external chain, and the program that follows it (document 3, Platform-specific coin methods). */
export const extChainHandlers: Handlers<'coinsetextstatus' | 'coinsetextheaders' | 'coinstartextclient' | 'coinstopextclient'> = {
  coinsetextstatus({ syncing_status, highestBlock }, { node: { extChain } }) {
    extChain.setStatus(syncing_status, highestBlock);
    return SUCCESS;
  },

  coinsetextheaders({ headers }, { node: { extChain } }) {
    extChain.setHeaders(headers.map(headerOf));
    return SUCCESS;
  },

  coinstartextclient(_, { node: { extClient } }) {
    extClient.start();
    return SUCCESS;
  },

  async coinstopextclient(_, { node: { extClient } }) {
    await extClient.stop();
    return SUCCESS;
  },
};

function headerOf(item: readonly JsonValue[], index: number): ExtHeader {
  const [number, root] = item;
  if (item.length !== 2 || typeof number !== 'number' || typeof root !== 'string' || !/^[0-9a-f]{64}$/i.test(root))
    throw new RpcError(RpcCode.invalidParameter, `Header ${index} is not [block number, transaction root of 64 hex digits]`);
  return { number, root: Buffer.from(root, 'hex') };
}
