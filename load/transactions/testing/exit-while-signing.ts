// Ends with 3 while both of its threads sign, as a program that fails does.
import { SigningThreads } from '../signing-threads.ts';

const pool = new SigningThreads({ seed: 1, curve: 'secp256k1', outputsPerTx: 1, outputSat: 3_000n, coinSat: 3_300n }, 2);
const job = { txid: Buffer.alloc(32), firstVout: 0, first: 0, count: 3_000 };
let taken = 0;
for await (const _signed of pool.sign(Array.from({ length: 1_000 }, () => job))) if (++taken === 5) process.exit(3);
