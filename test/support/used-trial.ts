import { expect } from 'vitest';
import type { StartOptions } from '../../fixtures/targets/types.ts';
import { askOf, Refused } from './ask.ts';
import { inFolder, pyx, resultsIn, type Results } from './pyx.ts';
import { UsedNode, type Daemon } from './used-node.ts';
import { outpointText } from '../../fixtures/world/outpoint-text.ts';

/** Runs `pyx run` with these arguments against a node that was in use before, and expects no finding. */
export async function expectNoFindings(
  daemon: Daemon,
  options: StartOptions,
  args: readonly string[],
  passedAtLeast: number,
): Promise<void> {
  const used = await UsedNode.start(daemon, options);
  try {
    await expectGreen(used, ['--seed', '3', ...args], passedAtLeast);
  } finally {
    await used.close();
  }
}

/** Runs `pyx run` against a running node. Expects that all cases can be run, no finding, and that the node is as it was before. */
export async function expectGreen(used: UsedNode, args: readonly string[], passedAtLeast: number): Promise<Results> {
  const before = await ownersState(used);
  const results = await inFolder(async (folder) => {
    const { code, stderr } = await pyx(['run', '--target', used.address, ...used.access.args, '--out', folder, ...args], {
      env: used.access.env,
    });
    const results = await resultsIn(folder);
    const { cases, totals, complete } = results;
    const bad = cases.filter(
      ({ status, internal }) => status === 'failed' || status === 'unstable' || status === 'skipped' || internal === true,
    );
    expect(bad.map(({ id, reason, findings }) => `${id}: ${reason ?? findings.map(({ message }) => message).join(' | ')}`)).toEqual([]);
    // The blocks of one chain pay too little for all cases.
    expect(cases.filter(({ reason }) => reason?.includes('subsidy is too small') === true).map(({ id }) => id)).toEqual([]);
    expect(code, stderr).toBe(0);
    expect(complete).toBe(true);
    expect(totals['passed']).toBeGreaterThan(passedAtLeast);
    return results;
  });
  expect(await ownersState(used)).toEqual(before);
  return results;
}

/** The state of the node that a trial must restore. */
async function ownersState({ client }: UsedNode): Promise<unknown> {
  const ask = askOf(client);
  const { networkactive } = await ask<{ networkactive: boolean }>('getnetworkinfo');
  const wallets = (await ask<string[]>('listwallets')).sort();
  const ofWallets: Record<string, unknown> = {};
  for (const name of wallets) {
    ofWallets[name] = {
      locked: (await ask<{ txid: string; vout: number }[]>('listlockunspent', [], name)).map(outpointText).sort(),
      labels: await ask('listlabels', [], name),
      balance: await ask('getbalance', [], name),
      paytxfee: (await ask<{ paytxfee: number }>('getwalletinfo', [], name)).paytxfee,
    };
  }
  return {
    wallets,
    ofWallets,
    tip: await ask('getbestblockhash'),
    mempool: (await ask<string[]>('getrawmempool')).sort(),
    bans: (await ask<{ address: string }[]>('listbanned')).map(({ address }) => address).sort(),
    added: (await ask<{ addednode: string }[]>('getaddednodeinfo')).map(({ addednode }) => addednode).sort(),
    sporks: await ask('spork', ['show']).catch((error: unknown) => {
      if (error instanceof Refused) return 'the node has no sporks';
      throw error;
    }),
    networkactive,
  };
}
