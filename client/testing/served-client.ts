import { afterEach, beforeEach } from 'vitest';
import { createClient } from '../http-client.ts';
import type { Client, RequestForm } from '../types.ts';
import { HostileServer } from './hostile-server.ts';

/** A server and its client, both new for each test of the file that calls this. */
export function servedClient(form?: RequestForm): { readonly server: HostileServer; readonly client: Client } {
  let server: HostileServer;
  let client: Client;
  beforeEach(async () => {
    server = await HostileServer.start();
    client = createClient({
      address: server.address,
      credentials: { user: 'alice', password: 'sésame' },
      timeoutMs: 2_000,
      ...(form && { form }),
    });
  });
  afterEach(async () => {
    client.close();
    await server.close();
  });
  return {
    get server() {
      return server;
    },
    get client() {
      return client;
    },
  };
}
