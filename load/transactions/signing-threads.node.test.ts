import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SigningJob, SigningSetup } from './signing-job.ts';
import { SigningThreads } from './signing-threads.ts';
import { transactionSigner } from './transaction-signer.ts';

const setup: SigningSetup = { seed: 3, curve: 'secp256k1', outputsPerTx: 2, outputSat: 3_000n, coinSat: 6_300n };

const jobs: SigningJob[] = Array.from({ length: 9 }, (_, index) => ({
  txid: Buffer.alloc(32, index),
  firstVout: index * 2,
  first: index * 10,
  count: (index % 3) * 20 + 1,
}));

/** In this thread. */
function signerOf(setup: SigningSetup): (job: SigningJob) => Buffer {
  const sign = transactionSigner(setup, () => false);
  return (job) => sign(job) ?? Buffer.alloc(0);
}

async function signed(threads: number, work: Iterable<SigningJob>): Promise<string> {
  const pool = new SigningThreads(setup, threads);
  try {
    const parts: Uint8Array[] = [];
    for await (const { lines } of pool.sign(work)) parts.push(lines);
    return Buffer.concat(parts).toString('latin1');
  } finally {
    await pool.close();
  }
}

test('however many threads sign, the lines are those of one, in the order of the jobs', async () => {
  const expected = Buffer.concat(jobs.map(signerOf(setup))).toString('latin1');
  expect(expected.split('\n').length - 1).toBe(jobs.reduce((sum, { count }) => sum + count, 0));
  for (const threads of [1, 3]) expect(await signed(threads, jobs)).toBe(expected);
});

test('both curves give the same lines', () => {
  const job = jobs[4]!;
  expect(signerOf({ ...setup, curve: 'noble' })(job).equals(signerOf(setup)(job))).toBe(true);
});

test('few jobs are begun before their lines are taken', async () => {
  const pool = new SigningThreads(setup, 2);
  try {
    let begun = 0;
    const counted = function* (): Generator<SigningJob> {
      for (let index = 0; index < 1_000; index++) {
        begun++;
        yield jobs[0]!;
      }
    };
    const reading = pool.sign(counted());
    for (let taken = 1; taken <= 3; taken++) {
      await reading.next();
      expect(begun).toBeLessThanOrEqual(taken + 4);
    }
    await reading.return(undefined);
  } finally {
    await pool.close();
  }
});

test('an error of a thread ends the signing with it', async () => {
  await expect(signed(2, [jobs[0]!, { ...jobs[1]!, firstVout: -1 }, jobs[2]!])).rejects.toThrow(/out of range/);
});

test('a program that ends while its threads sign ends with its own exit code', () => {
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'testing/exit-while-signing.ts')],
    {
      encoding: 'utf8',
    },
  );
  expect({ status, signal, stderr }).toEqual({ status: 3, signal: null, stderr: '' });
});
