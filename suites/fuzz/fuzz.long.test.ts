import { expect, test } from 'vitest';
import { isFailure } from './results.ts';
import { fuzzed } from './testing/fuzzed.ts';

test('a call that is not answered in time is found, and the node replaced', async () => {
  const { findings, counts } = await fuzzed('hang', {
    methods: ['getdifficulty', 'getblockhash'],
    runs: 150,
    limits: { callTimeoutMs: 1_500, attempts: 12 },
  });
  expect(findings).toMatchObject([{ property: 'hang', method: 'getdifficulty', evidence: 'health', repeated: true }]);
  expect(findings[0]?.requests.length).toBe(1);
  expect(counts.runs).toBe(150);
  expect(counts.lostNodes).toBeGreaterThan(0);
});

test('an internal error is found once, whatever value its message has, and its call shortened', async () => {
  const { findings } = await fuzzed('internal-error', {});
  expect(findings).toMatchObject([
    {
      property: 'internal-error',
      method: 'getblockheader',
      requests: [expect.stringMatching(/^getblockheader (\[\[\]\]|\{"\w*":\[\]\})( \(.*\))?$/)],
    },
  ]);
  expect(findings[0]?.times).toBeGreaterThan(1);
});

test('an exception of the language is an internal error', async () => {
  const { findings } = await fuzzed('exception', {});
  expect(findings).toMatchObject([
    { property: 'internal-error', method: 'getblockhash', requests: [expect.stringMatching(/^getblockhash \[-1\]( \(.*\))?$/)] },
  ]);
});

test('a result that does not fit is found', async () => {
  const { findings } = await fuzzed('wrong-result', { methods: ['getblockcount', 'getblockhash'] });
  expect(findings).toMatchObject([
    { property: 'result', evidence: 'document', method: 'getblockcount', requests: ['getblockcount []'], answer: '"none"' },
  ]);
});

test('an answer that is no envelope is found', async () => {
  const { findings } = await fuzzed('no-envelope', {});
  expect(findings.filter(isFailure)).toMatchObject([{ property: 'envelope', evidence: 'standard', method: 'getchaintips' }]);
});

test('a refused call that changes the state is found among the calls before it was noticed', async () => {
  const { findings, counts } = await fuzzed('changing', {});
  expect(findings.filter(isFailure)).toMatchObject([
    {
      property: 'state',
      evidence: 'standard',
      method: 'getmempoolinfo',
      what: 'listlockunspent',
      requests: [expect.stringMatching(/^getmempoolinfo ./)],
    },
  ]);
  expect(counts.stateChecks).toBeGreaterThan(5);
});

test('several nodes share the requests of a run', async () => {
  const { findings, counts, memory } = await fuzzed('exception', { jobs: 2, runs: 2_000 });
  expect(counts.runs).toBe(2_000);
  expect(memory.length).toBe(2);
  expect(findings).toMatchObject([{ property: 'internal-error', method: 'getblockhash' }]);
});
