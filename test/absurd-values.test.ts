import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import type { Wire } from '../specs/model/wire.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { isFailing } from '../engine/judge.ts';
import type { Fault } from './support/fault-proxy.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { coindFile, outcomeText, tryCases } from './support/try-cases.ts';

const inPlaceOf = (name: string, methods: readonly string[], value: Wire): Fault => ({
  name,
  answer: (answer, { method }) => (methods.includes(method) && answer.error === null ? { ...answer, result: value } : undefined),
});

const ids = [
  'methods/getblock/required-only',
  'methods/getblockhash/required-only',
  'methods/getblockstats/near-miss/hash_or_height:beyond-tip',
  'methods/getchaintxstats/with/nblocks',
  'methods/dumpprivkey/required-only',
  'methods/sendtoaddress/required-only',
  'methods/rescanblockchain/with/start_height',
  'methods/listunspent/required-only',
  'rules/listsinceblock/lastblock',
  'invariants/chain-confirmations/blocks',
  'invariants/wallet-balances/send',
];
const cases = allCases(specification).filter(({ id }) => ids.includes(id));

/** With any answer of a node, the finding shows the answer and Pyx continues. */
test.each<Fault>([
  inPlaceOf('a height of 1e400', ['getblockcount'], new LosslessNumber('1e400')),
  inPlaceOf('a height of 100,000 digits', ['getblockcount'], new LosslessNumber('7'.repeat(100_000))),
  inPlaceOf('a balance of 1e-1000000000', ['getbalance'], new LosslessNumber('1e-1000000000')),
  inPlaceOf('a balance of 1e400', ['getbalance'], new LosslessNumber('1e400')),
  inPlaceOf('addresses that do not decode', ['getnewaddress', 'getrawchangeaddress'], 'no\u0007address'),
  inPlaceOf('private keys that do not decode', ['dumpprivkey'], 'a key'),
])('$name: a finding with the answer, and no internal error of Pyx', async (fault) => {
  const target = new ProxiedTarget(openEmbeddedTarget(), fault);
  try {
    const outcomes = [...(await tryCases(cases, target, 4, { file: coindFile })).values()];
    expect(outcomes).toHaveLength(ids.length);
    expect(outcomes.filter(({ internal, reason }) => internal === true || /internal error/.test(reason ?? '')).map(outcomeText)).toEqual(
      [],
    );
    const failed = outcomes.filter(({ status }) => status === 'failed');
    expect(failed.length, outcomes.map((outcome) => `${outcome.id} ${outcomeText(outcome)}`).join('\n')).toBeGreaterThan(0);
    for (const outcome of failed) {
      expect(outcome.findings.some(isFailing), outcome.id).toBe(true);
      expect(outcome.response, outcome.id).toBeDefined();
    }
  } finally {
    await target.close();
  }
});
