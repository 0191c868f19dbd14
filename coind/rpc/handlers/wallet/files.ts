import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reasonOf } from '../../../storage/store-error.ts';
import { createFile } from '../../../storage/whole-file.ts';
import { dumpText } from '../../../wallet/dump-file.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';

/** Creating, loading, backing up and dumping wallets. */
export const walletFileHandlers: Handlers<'createwallet' | 'loadwallet' | 'unloadwallet' | 'listwallets' | 'backupwallet' | 'dumpwallet'> =
  {
    createwallet: async ({ wallet_name: name, disable_private_keys: disablePrivateKeys }, { node }) => {
      const { wallet, warning } = await node.wallets.create(name, { disablePrivateKeys });
      return { name: wallet.name, warning };
    },

    loadwallet: async ({ filename }, { node }) => {
      const { wallet, warning } = await node.wallets.load(filename);
      return { name: wallet.name, warning };
    },

    unloadwallet: async ({ wallet_name: name }, { node, walletName }) => {
      if (walletName !== undefined && name !== undefined)
        throw new RpcError(RpcCode.invalidParameter, 'Cannot unload the requested wallet');
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
      const { params, options, network, chain, clock, ownFiles } = call.node;
      wallet.keychain.signing(); // refuses while locked
      const path = resolve(filename);
      if (existsSync(path)) {
        throw new RpcError(
          RpcCode.invalidParameter,
          `${path} already exists. If you are sure this is what you want, move it out of the way first`,
        );
      }
      if (isOwnFile(path, ownFiles)) {
        throw new RpcError(
          RpcCode.invalidParameter,
          `Cannot open wallet dump file: ${path} is a file of the node itself; choose another file`,
        );
      }
      const text = dumpText(wallet, {
        params,
        madeBy: network.subversion,
        now: clock.seconds(),
        tip: chain.tip,
        addressType: options.wallet.addressType,
      });
      try {
        createFile(path, text);
      } catch (error) {
        throw unwritable(path, error);
      }
      return { filename: path };
    },
  };

const unwritable = (path: string, error: unknown): RpcError =>
  new RpcError(RpcCode.invalidParameter, `Cannot open wallet dump file: ${path} cannot be written: ${reasonOf(error)}`);

/** Throws `RpcError` for a path that no file can have: too long, or with a NUL. */
function isOwnFile(path: string, ownFiles: Call['node']['ownFiles']): boolean {
  try {
    return existsSync(dirname(path)) && ownFiles.includes(path);
  } catch (unreadable) {
    throw unwritable(path, unreadable);
  }
}
