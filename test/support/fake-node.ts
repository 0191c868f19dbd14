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

/** An answer that depends on the arguments. It may throw a `Refused`. */
export type Answering = (params: readonly unknown[]) => unknown;

/** A refusal of a method with a code. */
export class Refused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A call as it came. */
export interface AskedCall {
  readonly id: unknown;
  readonly method: string;
}

/** In place of the usual answer: another body, silence to this call and all later ones, or the end of the node. */
export type Misbehaviour = { readonly body: string } | 'hang' | 'die' | undefined;

/**
 * `answers` by method, or functions that answer; other methods are refused, by default as not found. `misbehave` is asked
 * first, with the number of calls before.
 */
export async function fakeNode(
  answers: Readonly<Record<string, unknown>>,
  refusal: (headers: IncomingHttpHeaders) => { code: number; message: string } = notFound,
  misbehave: (call: AskedCall, before: number) => Misbehaviour = () => undefined,
): Promise<FakeNode> {
  const asked: string[] = [];
  let hangs = false;
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      let body = '';
      for await (const piece of incoming.setEncoding('utf8')) body += piece as string;
      const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: readonly unknown[] };
      const misbehaviour = misbehave({ id, method }, asked.length);
      asked.push(method);
      if (misbehaviour === 'die') {
        server.close();
        server.closeAllConnections();
      }
      hangs ||= misbehaviour === 'hang';
      if (hangs || misbehaviour === 'die') return;
      if (typeof misbehaviour === 'object') return void outgoing.writeHead(200).end(misbehaviour.body);
      const error = Object.hasOwn(answers, method) ? null : refusal(incoming.headers);
      const { result, refused } = error === null ? answered(answers[method], params) : { result: null, refused: error };
      outgoing.writeHead(refused === null ? 200 : 404, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ result, error: refused, id }));
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

function answered(answer: unknown, params: readonly unknown[]): { result: unknown; refused: { code: number; message: string } | null } {
  try {
    return { result: typeof answer === 'function' ? (answer as Answering)(params) : answer, refused: null };
  } catch (error) {
    if (error instanceof Refused) return { result: null, refused: { code: error.code, message: error.message } };
    throw error;
  }
}
