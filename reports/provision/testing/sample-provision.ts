import type { ProvisionResults, ProvisionStep } from '../../../provision/results.ts';

const token = { contract: '0xc0', balance: '10.00', totalSupply: '0.00', maxSupply: '10.00', updateFlags: 127 };

/** A step with these differences. */
export const sampleStep = (given: Partial<ProvisionStep> = {}): ProvisionStep => ({
  row: 'provisioning-create',
  source: 'document 3, States and transitions: none, assetnew: token created',
  title: 'Create the token',
  before: 'none',
  after: 'token created',
  height: 131,
  calls: [
    { method: 'assetnew', args: '{"symbol":"<A&B>"}', result: '{"asset_guid":7}' },
    { method: 'assetsend', args: '{}', error: '-26 bad-asset-supply \u001b[31m' },
  ],
  attempts: [{ height: 133, txid: 'ab'.repeat(32), message: 'Superblock has not been approved yet', isRegistered: false }],
  token,
  problems: [],
  ...given,
});

/** Results with these differences. */
export const sampleProvision = (given: Partial<ProvisionResults> = {}): ProvisionResults => ({
  schemaVersion: 1,
  pyx: '0.1.0',
  seed: 1,
  startedAt: '2026-11-23T12:00:00.000Z',
  durationMs: 2_500,
  complete: true,
  target: { name: 'embedded', kind: 'embedded', version: 10_000, subversion: '/coind:0.1.0/', chain: 'regtest', targetFile: null },
  guid: 7,
  superblockCycle: 10,
  steps: [sampleStep()],
  left: [],
  ...given,
});
