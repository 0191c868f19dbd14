import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secrets } from '../../client/mask.ts';
import { formatSat, satoshis } from '../../client/wire-json.ts';
import { readTargetFile } from '../../engine/target-file.ts';
import type { Trial } from '../../engine/trial.ts';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { ownAddress } from '../../fixtures/world/ingredients/addresses.ts';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import { Worlds } from '../../fixtures/world/testing/worlds.ts';
import { foreignAddress } from './payments.ts';
import { unsentMint } from './bridge.ts';

let target: Target;
beforeAll(async () => {
  target = await openTarget('embedded', { env: {}, secrets: new Secrets() });
});
afterAll(() => target.close());

test('a mint that is not sent keeps its coins, whatever the wallet pays meanwhile', async () => {
  const world = new Worlds().over(await target.start('default'), target, ingredients, readTargetFile('coind').bridgeContract);
  const t = { world, result: world.result.bind(world), equal: (found: unknown, wanted: unknown) => expect(found).toEqual(wanted) };
  await world.use('funds');
  const burn = await world.fresh('extBurn');
  const { address: witness } = await ownAddress(world, 'bech32');
  await world.result('sendtoaddress', { address: witness, amount: formatSat(100_000_000n) });
  await world.mine(1);
  const hex = await unsentMint(t as unknown as Trial, { burn, witness });
  const unlocked = (await world.result('listunspent', { minconf: 1 })).reduce((sum, { amount }) => sum + satoshis(amount), 0n);
  await world.result('sendtoaddress', {
    address: await foreignAddress(t as unknown as Trial),
    amount: formatSat(unlocked),
    subtractfeefromamount: true,
  });
  await world.mine(1);
  const answers = await world.result('testmempoolaccept', { rawtxs: [hex] });
  expect(answers[0]).toMatchObject({ allowed: true });
  expect(await world.leave()).toEqual([]);
  expect(await world.result('listlockunspent')).toEqual([]);
});
