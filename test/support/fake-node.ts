import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small node with given answers, which records the names of all called methods. */
export interface FakeNode {
  readonly address: string;
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const notFound = (): { code: number; message: string } => ({ code: -32601, message: 'Method not found' });

/** `answers` by method; other methods are refused, by default as not found. */
export async function fakeNode(
  answers: Readonly<Record<string, unknown>>,
  refusal: (headers: IncomingHttpHeaders) => { code: number; message: string } = notFound,
): Promise<FakeNode> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      let body = '';
      for await (const piece of incoming.setEncoding('utf8')) body += piece as string;
      const { id, method } = JSON.parse(body) as { id: unknown; method: string };
      asked.push(method);
      const known = Object.hasOwn(answers, method);
      outgoing.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
      outgoing.end(
        JSON.stringify(known ? { result: answers[method], error: null, id } : { result: null, error: refusal(incoming.headers), id }),
      );
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
