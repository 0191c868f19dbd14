import { connect } from 'node:net';

export interface Talk {
  readonly host: string;
  readonly port: number;
  /** Written one after the other, byte for byte. */
  readonly parts: readonly (string | Uint8Array)[];
  /** Between two parts. Default 0. */
  readonly pauseMs?: number;
  /** Whether what came is all that was waited for. The next part is not written any more then. */
  readonly enough: (received: Buffer) => boolean;
  /** From the first try to connect. Default 5,000. */
  readonly timeoutMs?: number;
  /** Most bytes read. Default 1 MiB. */
  readonly maxBytes?: number;
}

/**
 * How it ended: `enough` came; the node `closed` the connection in order or `reset` it; nobody answered at all
 * (`refused`); the `time` or the `bytes` allowed were used up.
 */
export type Ending = 'enough' | 'closed' | 'reset' | 'refused' | 'time' | 'bytes';

export interface Heard {
  readonly received: Buffer;
  readonly ending: Ending;
}

/** Says something to a node that no HTTP library would send, and hears what comes. Bounded in time and bytes; never throws. */
export function talk({ host, port, parts, pauseMs = 0, enough, timeoutMs = 5_000, maxBytes = 1 << 20 }: Talk): Promise<Heard> {
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
    const deadline = setTimeout(() => end('time'), timeoutMs);
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
    // What was received before a reset stays heard: a node may answer and then give up on the rest of a request.
    socket.on('error', () => end(connected ? 'reset' : 'refused'));
    socket.on('close', () => end('closed'));
  });
}
