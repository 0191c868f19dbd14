import { test } from 'vitest';
import { drawSeed } from './support/drawn.ts';
import { expectGreen } from './support/used-trial.ts';
import { UsedNode } from './support/used-node.ts';

/** They move the clock (`setban`), and pay more than the blocks of one chain (proposals and tokens cost 250 and 150 coins). */
const METHODS = ['setban', 'gobject prepare', 'gobject submit', 'assetnew', 'assetsend', 'getrawtransaction', 'listunspent'];

test(`a fresh coind that runs already passes the cases that move its clock and pay much, twice with one seed (PYX_SEED=${drawSeed})`, async () => {
  const used = await UsedNode.fresh('coind');
  try {
    for (let trial = 0; trial < 2; trial++) await expectGreen(used, ['--seed', drawSeed, '--method', METHODS.join(',')], 250);
  } finally {
    await used.close();
  }
});
