import { connect } from 'node:net';

export interface Talk {
  readonly host: string;
  readonly port: number;
  /** Written one after the other, byte by byte as given. */
  readonly parts: readonly (string | Uint8Array)[];
  /** Pause between two parts, in milliseconds. Default 0. */
  readonly pauseMs?: number;
  /** Whether enough was received. No further part is written then. */
  readonly enough: (received: Buffer) => boolean;
  /** Time limit from the start of connecting. Default 5,000. */
  readonly timeoutMs?: number;
  /** Awaited when the time is over: what is received meanwhile counts. */
  readonly overtime?: () => Promise<void>;
  /** Maximum number of bytes read. Default 1 MiB. */
  readonly maxBytes?: number;
}

/**
 * How it ended: `enough` was received; the node `closed` or `reset` the connection; no connection was made (`refused`);
 * the limit of `time` or `bytes` was reached.
 */
export type Ending = 'enough' | 'closed' | 'reset' | 'refused' | 'time' | 'bytes';

export interface Heard {
  readonly received: Buffer;
  readonly ending: Ending;
}

/** Sends bytes that no HTTP library would send, and receives the response. Limited in time and bytes; never throws. */
export function talk({ host, port, parts, pauseMs = 0, enough, timeoutMs = 5_000, overtime, maxBytes = 1 << 20 }: Talk): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let connected = false;
    let over = false;
    const end = (ending: Ending): void => {
      if (over) return;
      over = true;
      clearTimeout(deadline);
      socket.destroy();
      resolve({ received: Buffer.concat(chunks), ending });
    };
    const timeIsOver = (): void => end('time');
    // Why the overtime failed, such as by another chain, the next call shows.
    const deadline = setTimeout(() => (overtime ? void overtime().then(timeIsOver, timeIsOver) : timeIsOver()), timeoutMs);
    const write = (index: number): void => {
      const part = parts[index];
      if (over || part === undefined) return;
      socket.write(part, () => setTimeout(write, pauseMs, index + 1));
    };
    socket.on('connect', () => {
      connected = true;
      write(0);
    });
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) end('bytes');
      else if (enough(Buffer.concat(chunks))) end('enough');
    });
    socket.on('end', () => end('closed'));
    // Data received before a reset counts: a node may answer and then abandon the rest of a request.
    socket.on('error', () => end(connected ? 'reset' : 'refused'));
    socket.on('close', () => end('closed'));
  });
}
