import { expect } from 'vitest';
import type { StartOptions } from '../../fixtures/targets/types.ts';
import { askOf } from './ask.ts';
import { inFolder, pyx, resultsIn } from './pyx.ts';
import { UsedNode, type Daemon } from './used-node.ts';
import { outpointText } from '../../fixtures/world/outpoint-text.ts';

/** Long enough for a node that makes 3,000 keys for each wallet, on a busy machine. */
const WITHIN_MS = 850_000;

/** Runs `pyx run` with these arguments against a node that was in use before, and expects no finding. */
export async function expectNoFindings(
  daemon: Daemon,
  options: StartOptions,
  args: readonly string[],
  passedAtLeast: number,
): Promise<void> {
  const used = await UsedNode.start(daemon, options);
  try {
    const before = await ownersState(used);
    await inFolder(async (folder) => {
      const { code, stderr } = await pyx(['run', '--target', used.address, '--seed', '3', '--out', folder, ...args], {
        env: used.env,
        withinMs: WITHIN_MS,
      });
      const { cases, totals, complete } = await resultsIn(folder);
      const bad = cases.filter(
        ({ status, internal }) => status === 'failed' || status === 'unstable' || status === 'skipped' || internal === true,
      );
      expect(bad.map(({ id, findings }) => `${id}: ${findings.map(({ message }) => message).join(' | ')}`)).toEqual([]);
      expect(code, stderr).toBe(0);
      expect(complete).toBe(true);
      expect(totals['passed']).toBeGreaterThan(passedAtLeast);
    });
    expect(await ownersState(used)).toEqual(before);
  } finally {
    await used.close();
  }
}

/** The state of the node that a trial must restore. */
async function ownersState({ node }: UsedNode): Promise<unknown> {
  const ask = askOf(node.client);
  const { networkactive } = await ask<{ networkactive: boolean }>('getnetworkinfo');
  return {
    wallets: (await ask<string[]>('listwallets')).sort(),
    bans: (await ask<{ address: string }[]>('listbanned')).map(({ address }) => address).sort(),
    added: (await ask<{ addednode: string }[]>('getaddednodeinfo')).map(({ addednode }) => addednode).sort(),
    locked: (await ask<{ txid: string; vout: number }[]>('listlockunspent', [], '')).map(outpointText).sort(),
    labels: await ask('listlabels', [], ''),
    networkactive,
  };
}
