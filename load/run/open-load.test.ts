import { expect, test } from 'vitest';
import { Secrets } from '../../client/mask.ts';
import { FakeTarget, result } from '../../engine/testing/fakes.ts';
import { specification } from '../../specs/model/specification.ts';
import { scenarioOfMethod } from '../scenario/read-scenario.ts';
import { openLoad } from './open-load.ts';

test('the world of a load has the bridge contract of the target file, as that of a run has', async () => {
  const target = new FakeTarget((method) =>
    result(method === 'getblockchaininfo' ? { chain: 'regtest' } : { version: 1, subversion: '/Other:1/' }),
  );
  const targetFile = { file: 'a.yaml', name: 'A', bridgeContract: 'c0' };
  const scenario = scenarioOfMethod('getnewaddress', specification);
  const { session } = await openLoad({ specification, target, targetFile, scenario, seed: 1, secrets: new Secrets(), readOnly: false });
  expect(session.world.facts.bridgeContract).toBe('c0');
});
