// The thread of a live page: draws and serves what the command posts, so that the command does not do it in time that it measures.
import { parentPort, workerData } from 'node:worker_threads';
import { liveDocument } from './live-document.ts';
import type { FromLiveThread, LiveThreadData, ToLiveThread } from './live-messages.ts';
import { LiveServer } from './live-server.ts';
import { pageTitle, renderLive, stylesOf } from './render-live.ts';

const port = parentPort;
if (port === null) throw new Error('live-worker runs as a worker thread only');
const post = (message: FromLiveThread): void => port.postMessage(message, []);
const { kind, command, port: wanted } = workerData as LiveThreadData;

const listen = async (): Promise<LiveServer | undefined> => {
  try {
    return await LiveServer.listen(liveDocument({ title: pageTitle(command), styles: stylesOf(kind) }), { port: wanted });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    post({ refused: code });
    return undefined;
  }
};

const server = await listen();
if (server) {
  port.on('message', ({ frame }: ToLiveThread) => {
    server.show(() => renderLive(frame));
    post({ taken: true });
    // The thread ends when the server and the port are closed.
    if (frame.end) void server.end(pageTitle(command, frame.end)).then(() => port.close());
  });
  post({ url: server.url });
}
