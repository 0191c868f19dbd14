import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { openProcessTarget } from '../fixtures/targets/process-target.ts';
import type { Case } from '../engine/case.ts';
import { needs } from './require.ts';
import { processes, stopProcess } from './support/processes.ts';
import { outcomeText, tryCases } from './support/try-cases.ts';

/** Time limit of the call that hangs. The cases beside it have none of their own: on a busy machine an answer takes its time. */
const CALL_MS = 800;

/** Suspends the node's process: its connections stay open without a response. */
async function freeze(scratchDir: string): Promise<void> {
  const node = (await processes())?.find(({ args }) => args.includes(`-datadir=${dirname(scratchDir)}`));
  if (!node) throw new Error('the node’s process is not found');
  await stopProcess(node.pid);
}

function counting(id: string, timing: Pick<Case, 'timeoutMs'> = {}, before?: (scratchDir: string) => Promise<void>): Case {
  return {
    id,
    suite: 'hanging',
    method: 'getblockcount',
    kind: 'call',
    title: 'counts blocks',
    effect: ['read'],
    profile: 'default',
    uses: ['getblockcount'],
    judges: [],
    evidence: 'document',
    source: 'document 2',
    ...timing,
    run: async (trial) => {
      await before?.(trial.node.scratchDir ?? '');
      const height = await trial.result('getblockcount');
      trial.ok(height >= 0, 'no chain has a negative height');
    },
  };
}

test('a node that hangs is one finding with the call, and the other cases run on a new node', async (ctx) => {
  await needs(ctx, 'litecoind');
  if ((await processes()) === null) ctx.skip('the node’s process is found in /proc, which this system has not');
  const target = await openProcessTarget('litecoind', { stopMs: 300, terminateMs: 300 });
  try {
    const hanging = counting('hangs', { timeoutMs: CALL_MS }, freeze);
    const outcomes = await tryCases([counting('before'), hanging, counting('after')], target, 1);
    expect(outcomes.get('before')?.status).toBe('passed');
    const hung = outcomes.get('hangs');
    expect(hung?.status, outcomeText(hung)).toBe('failed');
    expect(hung?.findings.map(({ check, evidence }) => `${evidence}/${check}`)).toEqual(['health/unresponsive']);
    expect(outcomeText(hung)).toContain('no longer answers after getblockcount');
    expect(hung?.retries).toMatchObject([{ place: 'fresh world', status: 'failed' }]);
    expect(outcomes.get('after')?.status).toBe('passed');
  } finally {
    await target.close();
  }
});
