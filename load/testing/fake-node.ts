import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { REQUEST_ID } from '../generator/request-id.ts';

/** How a fake node serves: by arithmetic, so that a test can compute what a generator must measure. */
export interface FakeNodeBehaviour {
  /** Time that a call occupies a server. Default 0. */
  readonly serviceMs?: number;
  /** Every so many calls one takes `delayMs` longer. */
  readonly slow?: { readonly every: number; readonly delayMs: number };
  /** `one`: calls are served one after another. `unlimited` (default): a call does not wait for others. */
  readonly servers?: 'one' | 'unlimited';
  /** Calls that may wait for the one server: any further one is refused. Default: no bound. */
  readonly queueDepth?: number;
  /** Answer instead of the fixed result. */
  readonly answer?: FakeAnswer;
  /** Keep the times of each call. Default false. */
  readonly log?: boolean;
}

/** When a call came and was answered, in microseconds on the clock that all processes of the machine share. */
export interface ServedCall {
  readonly receivedAtUs: number;
  answeredAtUs: number;
}

export interface FakeAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly body: string;
  /** `abrupt`: half of the answer, then the connection is closed. `silent`: no answer. `close`: whole, then it is closed. */
  readonly manner?: 'whole' | 'abrupt' | 'silent' | 'close' | 'chunked';
}

export interface FakeNode {
  readonly address: string;
  /** Calls received. */
  readonly received: number;
  /** In the order in which they came. */
  readonly log: readonly ServedCall[];
  close(): Promise<void>;
}

export const FAKE_RESULT = `{"result":840000,"error":null,"id":"${REQUEST_ID}"}\n`;

/** Serves HTTP on a free port of the loopback interface, in this process. */
export async function startFakeNode(behaviour: FakeNodeBehaviour = {}): Promise<FakeNode> {
  const { answer = { body: FAKE_RESULT } } = behaviour;
  const [usual, refusal] = [encode(answer), encode({ status: 503, body: 'Work queue depth exceeded' })];
  const delay = delays(behaviour);
  let received = 0;
  const log: ServedCall[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    const serve = (): void => {
      const ms = delay(received++);
      if (ms === undefined) return void socket.write(refusal);
      if (behaviour.log === true) {
        const call = { receivedAtUs: nowUs(), answeredAtUs: Number.NaN };
        log.push(call);
        after(ms, () => {
          call.answeredAtUs = nowUs();
          respond(socket, usual, answer);
        });
      } else after(ms, () => respond(socket, usual, answer));
    };
    socket
      .on('data', requestReader(serve))
      .on('error', () => socket.destroy()) // a generator that stops resets its connections
      .on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get received() {
      return received;
    },
    log,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** At once where there is nothing to wait for, which a timer of 0 ms is not. */
function after(ms: number, action: () => void): void {
  if (ms === 0) action();
  else setTimeout(action, ms);
}

const nowUs = (): number => Number(process.hrtime.bigint() / 1_000n);

/** Milliseconds until the call of this index is answered; undefined where it is refused. */
function delays({
  serviceMs = 0,
  slow,
  servers = 'unlimited',
  queueDepth = Infinity,
}: FakeNodeBehaviour): (index: number) => number | undefined {
  const service = (index: number): number => serviceMs + (slow && index % slow.every === slow.every - 1 ? slow.delayMs : 0);
  if (servers === 'unlimited') return service;
  // Times at which the server is done with the calls that wait; they hold on average, however coarse the timers are.
  const done: number[] = [];
  let free = 0;
  return (index) => {
    const now = performance.now();
    while (done[0] !== undefined && done[0] <= now) done.shift();
    if (done.length > queueDepth) return undefined;
    free = Math.max(free, now) + service(index);
    if (free > now) done.push(free);
    return Math.max(0, free - now);
  };
}

/** Calls `serve` for each whole request that the chunks hold. */
function requestReader(serve: () => void): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  return (chunk) => {
    let text = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = undefined;
    while (text.length > 0) {
      const end = text.indexOf('\r\n\r\n');
      const length = end < 0 ? Number.NaN : Number(/content-length: *(\d+)/i.exec(text.toString('latin1', 0, end))?.[1] ?? 0);
      if (!(text.length >= end + 4 + length)) {
        rest = text;
        return;
      }
      text = text.subarray(end + 4 + length);
      serve();
    }
  };
}

function respond(socket: Socket, bytes: Buffer, { manner = 'whole' }: FakeAnswer): void {
  if (manner === 'silent' || socket.destroyed) return;
  if (manner === 'abrupt') socket.end(bytes.subarray(0, bytes.length - 10));
  else if (manner === 'close') socket.end(bytes);
  else socket.write(bytes);
}

function encode({ status = 200, body, manner }: FakeAnswer): Buffer {
  const reason = status === 200 ? 'OK' : 'Fault';
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nDate: Sat, 01 Jan 2022 00:00:00 GMT\r\n`;
  const bytes = Buffer.from(body);
  if (manner === 'chunked') {
    const half = bytes.length >> 1;
    const part = (from: number, to: number): string => `${(to - from).toString(16)}\r\n${bytes.toString('latin1', from, to)}\r\n`;
    return Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n${part(0, half)}${part(half, bytes.length)}0\r\n\r\n`, 'latin1');
  }
  const connection = manner === 'close' ? 'Connection: close\r\n' : '';
  return Buffer.concat([Buffer.from(`${head}${connection}Content-Length: ${bytes.length}\r\n\r\n`), bytes]);
}
