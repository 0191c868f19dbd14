import { extHeaderOf } from '../../../ext-client/ext-header.ts';
import type { Handlers } from '../../handler.ts';

const SUCCESS = { status: 'success' } as const;

/** What the node knows of the external chain, and the program that follows it (document 3, Platform-specific coin methods). */
export const extChainHandlers: Handlers<'coinsetextstatus' | 'coinsetextheaders' | 'coinstartextclient' | 'coinstopextclient'> = {
  coinsetextstatus({ syncing_status, highestBlock }, { node: { extChain } }) {
    extChain.setStatus(syncing_status, highestBlock);
    return SUCCESS;
  },

  coinsetextheaders({ headers }, { node: { extChain } }) {
    extChain.setHeaders(headers.map(extHeaderOf));
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
