// The thread that passes the bytes of `pyx listen`, so that the checks of the main thread do not hold them up.
import { parentPort, workerData } from 'node:worker_threads';
import type { FromRelayThread, RelayThreadData, ToRelayThread } from './relay-messages.ts';
import { Relay } from './relay.ts';

const port = parentPort;
if (port === null) throw new Error('listen-worker runs as a worker thread only');
const post = (message: FromRelayThread): void => {
  const { passed } = message as { readonly passed?: { readonly bytes?: Uint8Array } };
  port.postMessage(message, passed?.bytes ? [passed.bytes.buffer as ArrayBuffer] : []);
};

const listen = async (): Promise<Relay | undefined> => {
  try {
    return await Relay.listen({ ...(workerData as RelayThreadData), onPassed: (passed) => post({ passed }) });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    post({ refused: code });
    return undefined;
  }
};

const relay = await listen();
if (relay) {
  port.on('message', (message: ToRelayThread) => {
    if ('checked' in message) relay.checked(message.checked);
    // The thread ends when the relay and the port are closed.
    else void relay.close().then(() => port.close());
  });
  post({ url: relay.url });
}
