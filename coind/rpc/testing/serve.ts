import { request, Agent, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { RpcServer, type RpcServerOptions } from '../server.ts';

export const servers: RpcServer[] = [];
export const agent = new Agent({ keepAlive: true });

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on a free port, stopped after the test. @returns its port */
export async function serve(options: Partial<RpcServerOptions> = {}): Promise<number> {
  const server = new RpcServer({
    endpoints: [{ host: '127.0.0.1', port: 0 }],
    allow: [],
    credentials: { user: 'user', password: 'päss:word' },
    users: [],
    threads: 1,
    workQueue: 1,
    call: (method, args, walletName) => ({ method, args, walletName }),
    ending: new AbortController().signal,
    log: () => undefined,
    ...options,
  });
  servers.push(server);
  onTestFinished(async () => {
    agent.destroy();
    for (const each of servers.splice(0)) await each.stop();
  });
  return (await server.listen())[0]!.port;
}

export const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

/** Sends one request over HTTP, by default with the credentials of `serve`. */
export function post(
  port: number,
  body: string | Buffer,
  { path = '/', method = 'POST', authorization = basic('user:päss:word') as string | null } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, agent, headers: authorization === null ? {} : { authorization } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
