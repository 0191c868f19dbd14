import { expect, onTestFinished, test } from 'vitest';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { fakeNode } from './support/fake-node.ts';
import { inFolder, pyx } from './support/pyx.ts';

const ANSWERS = {
  getblockchaininfo: { chain: 'regtest', blocks: 0 },
  getnetworkinfo: { version: 210_000, subversion: '/Fake:1.0/' },
  getblockcount: 0,
  getrawmempool: [],
};

/** Loads a node of which every hundredth answer to the load is a text, at another place in each hundred. */
async function loadOfFaulty(rate: number, duration: string, out: string) {
  let answered = 0;
  const node = await fakeNode(ANSWERS, undefined, ({ id }) => {
    if (id !== 'pyx-load') return undefined;
    const place = answered++;
    return place % 100 === 7 + (Math.floor(place / 100) % 90) ? { body: '{"result":"five","error":null,"id":"pyx-load"}' } : undefined;
  });
  onTestFinished(() => node.close());
  const to = ['--target', node.address, '--target-file', 'none', '--out', out];
  return pyx(['load', '--method', 'getblockcount', '--rate', `${rate}`, '--duration', duration, '--warm-up', '0s', ...to]);
}

test('one wrong answer in a hundred at 200 calls/s for 10 s is exit code 1, as each answer is looked at', () =>
  inFolder(async (out) => {
    const { code, stdout, stderr } = await loadOfFaulty(200, '10s', out);
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/Failed {2}\d+ answers of [\d,]+ that were looked at contradict the specification\./);
    const { totals, answerChecks, checkedAnswers } = readLoadResults(out);
    expect(answerChecks).toMatchObject({ answers: totals.results, confidence: 0.99 });
    expect(answerChecks?.checked).toBe(checkedAnswers);
    // All of them; fewer only where the machine is so busy that this would take more than half a second of CPU.
    expect(checkedAnswers).toBeGreaterThan(totals.results / 4);
    expect(totals.wrong).toBeGreaterThan(0.4 * (checkedAnswers / 100));
  }));
