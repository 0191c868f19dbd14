import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secrets } from '../../../client/mask.ts';
import { openTarget } from '../../../fixtures/targets/open-target.ts';
import { specification } from '../../../specs/model/specification.ts';
import { fuzz, type FuzzSettings } from '../fuzz.ts';
import type { FuzzRun } from '../results.ts';
import { fragileNode, type Fragility } from './fragile-node.ts';

const METHODS = [
  'getaddressinfo',
  'getblock',
  'getblockheader',
  'getblockhash',
  'getblockcount',
  'getdifficulty',
  'getmempoolinfo',
  'getchaintips',
];

/** A fuzz run of a small node with one mistake. */
export async function fuzzed(fragility: Fragility, more: Partial<FuzzSettings> = {}): Promise<FuzzRun> {
  const folder = await mkdtemp(join(tmpdir(), 'pyx-fragile-'));
  const target = await openTarget(`process:${await fragileNode(folder, fragility)}`, { env: {} });
  try {
    return await fuzz({
      specification,
      target,
      targetFile: 'none',
      secrets: new Secrets(),
      seed: 1,
      jobs: 1,
      runs: 1_200,
      methods: METHODS,
      ...more,
    });
  } finally {
    await target.close();
    await rm(folder, { recursive: true });
  }
}
