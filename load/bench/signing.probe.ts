// A thread that signs hashes with the bare library, for the comparison of load/bench/signing.ts.
import { hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { openCurve } from '../transactions/curve.ts';

const { sign } = openCurve();
const secret = hash('sha256', 'the key of a benchmark', 'buffer');
parentPort?.on('message', (signatures: number) => {
  const digest = hash('sha256', 'what is signed', 'buffer');
  for (let index = 0; index < signatures; index++) {
    digest.writeUInt32LE(index, 0);
    sign(digest, secret);
  }
  parentPort?.postMessage(signatures, []);
});
