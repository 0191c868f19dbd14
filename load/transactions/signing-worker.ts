// A signing thread: for each job it posts the lines of its transactions, until it receives END.
import { parentPort, workerData } from 'node:worker_threads';
import { END, type SigningJob, type SigningThreadData } from './signing-job.ts';
import { ThreadFlags } from './thread-flags.ts';
import { transactionSigner } from './transaction-signer.ts';

const port = parentPort;
if (port === null) throw new Error('signing-worker runs as a worker thread only');
const { setup, flags: shared } = workerData as SigningThreadData;
const flags = new ThreadFlags(shared);
const signJob = transactionSigner(setup, () => flags.stopped);
flags.busy = false;
port.on('message', (job: SigningJob | typeof END) => {
  if (job === END) return port.close(); // the thread ends then
  flags.busy = true;
  try {
    const lines = signJob(job);
    if (lines === undefined) return;
    const bytes = new Uint8Array(lines);
    port.postMessage(bytes, [bytes.buffer]);
  } finally {
    flags.busy = false;
  }
});
