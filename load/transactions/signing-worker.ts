// A thread that signs: it answers each job with the lines of its transactions, in order.
import { parentPort, workerData } from 'node:worker_threads';
import type { SigningJob, SigningSetup } from './signing-job.ts';
import { transactionSigner } from './transaction-signer.ts';

const port = parentPort;
if (port === null) throw new Error('this is a thread of a preparation, not a program');
const signJob = transactionSigner(workerData as SigningSetup);
port.on('message', (job: SigningJob) => {
  const lines = new Uint8Array(signJob(job));
  port.postMessage(lines, [lines.buffer]);
});
