import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dumpText } from '../../wallet/dump-file.ts';
import { RpcCode, RpcError } from '../errors.ts';
import type { Handlers } from '../handler.ts';

/** Wallets as files: made, loaded, copied and written out. */
export const walletFileHandlers: Handlers<'createwallet' | 'loadwallet' | 'unloadwallet' | 'listwallets' | 'backupwallet' | 'dumpwallet'> = {
  createwallet: async ({ wallet_name: name, disable_private_keys: disablePrivateKeys }, { node }) => {
    const { wallet, warning } = await node.wallets.create(name, { disablePrivateKeys });
    return { name: wallet.name, warning };
  },

  loadwallet: async ({ filename }, { node }) => {
    const { wallet, warning } = await node.wallets.load(filename);
    return { name: wallet.name, warning };
  },

  unloadwallet: async ({ wallet_name: name }, { node, walletName }) => {
    if (walletName !== undefined && name !== undefined) throw new RpcError(RpcCode.invalidParameter, 'Cannot unload the requested wallet');
    const asked = walletName ?? name;
    if (asked === undefined) throw new RpcError(RpcCode.type, 'JSON value is not a string as expected');
    await node.wallets.unload(asked);
    return null;
  },

  listwallets: (_args, { node }) => [...node.wallets.list()],

  backupwallet: async ({ destination }, call) => {
    await call.wallet().backup(destination);
    return null;
  },

  dumpwallet: ({ filename }, call) => {
    const wallet = call.wallet();
    const { params, options, network, chain, clock } = call.node;
    wallet.signing(); // refuses while locked
    const path = resolve(filename);
    if (existsSync(path)) {
      throw new RpcError(RpcCode.invalidParameter, `${path} already exists. If you are sure this is what you want, move it out of the way first`);
    }
    const text = dumpText(wallet, { params, madeBy: network.subversion, now: clock.seconds(), tip: chain.tip, addressType: options.wallet.addressType });
    try {
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    } catch {
      throw new RpcError(RpcCode.invalidParameter, 'Cannot open wallet dump file');
    }
    return { filename: path };
  },
};
