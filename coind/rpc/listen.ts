import { cookieFileOf } from '../cookie-file.ts';
import type { NodeOptions } from '../options/node-options.ts';
import { formatAddress, readAddress } from '../primitives/net-address.ts';
import { makeCookie, writeCookie, type RpcCredentials } from './credentials.ts';
import { RpcServer, type RpcEndpoint, type RpcServerOptions } from './server.ts';

/** The RPC server of a node. */
export interface Listening {
  readonly server: RpcServer;
  /** `http://host:port` of each bound address. */
  readonly addresses: readonly string[];
  readonly credentials: RpcCredentials;
  /** The cookie file that was written; undefined with a password. */
  readonly cookieFile: string | undefined;
}

/** Both loopback addresses, since clients resolve `localhost` to either; only one is required: a machine may lack IPv6. */
const LOOPBACKS: readonly Pick<RpcEndpoint, 'host' | 'isOptional'>[] = [{ host: '127.0.0.1' }, { host: '::1', isOptional: true }];

function endpointsOf({ bind, port }: NodeOptions['rpc']): RpcEndpoint[] {
  if (bind.length === 0) return LOOPBACKS.map((loopback) => ({ ...loopback, port }));
  return bind.flatMap((text) => {
    const read = readAddress(text);
    return read === undefined ? [] : [{ host: read.host, port: read.port ?? port }];
  });
}

/**
 * Binds the ports of a node for calls. Without a user and a password, credentials are made and written to a file. Rejects
 * with an Error for the user if a port is taken, and with `StoreError` if the file cannot be written; the ports are then free.
 */
export async function listenForCalls(
  { rpc, datadir }: Pick<NodeOptions, 'rpc' | 'datadir'>,
  { call, ending, log }: Pick<RpcServerOptions, 'call' | 'ending' | 'log'>,
): Promise<Listening> {
  const hasPassword = rpc.user !== undefined && rpc.password !== undefined;
  const credentials = hasPassword ? { user: rpc.user, password: rpc.password } : makeCookie();
  const server = new RpcServer({
    endpoints: endpointsOf(rpc),
    allow: rpc.allow,
    credentials,
    users: rpc.auth,
    threads: rpc.threads,
    workQueue: rpc.workQueue,
    call,
    ending,
    log,
  });
  const bound = await server.listen();
  // After binding: a node that cannot bind the port must not overwrite the cookie of the node that has it.
  const cookieFile = hasPassword ? undefined : cookieFileOf({ cookieFile: rpc.cookieFile, datadir, rpcPort: bound[0]!.port });
  try {
    if (cookieFile !== undefined) writeCookie(cookieFile, credentials);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server, addresses: bound.map((address) => `http://${formatAddress(address)}`), credentials, cookieFile };
}
