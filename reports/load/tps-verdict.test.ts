import { describe, expect, test } from 'vitest';
import type { TpsFault } from '../../load/tps/results.ts';
import { sampleTpsResults } from '../../load/tps/testing/sample-tps-results.ts';
import { tpsVerdict } from './tps-verdict.ts';

const refused = { index: 7, txid: 'ab'.repeat(32), sender: 'sender-1', reason: 'bad-txns-inputs-missingorspent' };

describe('tpsVerdict', () => {
  test('passes where all was received, and says what the network takes', () => {
    expect(tpsVerdict(sampleTpsResults())).toEqual({
      code: 0,
      look: 'good',
      inconclusive: 'fail',
      problems: [],
      title: 'Passed',
      headline: '1,000 tx/s (752 to 1,248), 2,000 outputs/s, none lost, propagation p50 500 ms, p99 900 ms',
      reasons: ['All 3,000 transactions of 3 rounds were received by every receiver.'],
    });
  });

  test('says that transfers of an asset were received', () => {
    const results = sampleTpsResults();
    expect(tpsVerdict({ ...results, options: { ...results.options, kind: 'asset' } }).reasons).toEqual([
      'All 3,000 asset transfers of 3 rounds were received by every receiver.',
    ]);
  });

  test.each<[string, readonly TpsFault[], string]>([
    [
      'a node that ended',
      [{ kind: 'node-ended', node: 'sender-1', round: 2, how: 'signal SIGKILL', lastLines: [] }],
      'Round 2: sender-1 ended with signal SIGKILL.',
    ],
    [
      'a node that failed',
      [{ kind: 'node-failed', node: 'sender-1', round: 1, message: 'getpeerinfo on the node at http://127.0.0.1:1: refused' }],
      'Round 1: getpeerinfo on the node at http://127.0.0.1:1: refused.',
    ],
    [
      'a missing connection before its losses',
      [
        { kind: 'lost', receiver: 'receiver-1', round: 1, count: 5, message: 'receiver-1 received 0, and not 5' },
        { kind: 'not-connected', node: 'receiver-1', round: 1, message: 'receiver-1: it is not connected to sender-1' },
      ],
      'Round 1: receiver-1 received 0, and not 5.',
    ],
    [
      'a refused transaction',
      [{ kind: 'refused', round: 1, count: 2, examples: [refused] }],
      `Round 1: 2 transactions refused: number 7 (${refused.txid}) by sender-1, bad-txns-inputs-missingorspent, ….`,
    ],
    [
      'what was not mined',
      [{ kind: 'unconfirmed', round: 3, count: 1 }],
      'Round 3: 1 transaction received, but in no block that was mined.',
    ],
    [
      'a network that does not hold after planned faults',
      [{ kind: 'not-held', check: 'one-tip', round: 1, message: 'receiver-1 has another tip than sender-1' }],
      'Round 1: receiver-1 has another tip than sender-1.',
    ],
  ])('fails for %s', (_, faults, first) => {
    const verdict = tpsVerdict(sampleTpsResults({ faults }));
    expect([verdict.code, verdict.title, verdict.reasons[0]]).toEqual([1, 'Failed', first]);
  });

  test('warnings are remarks: no figure is judged', () => {
    expect(tpsVerdict(sampleTpsResults({ warnings: ['the senders were slow'] }))).toMatchObject({
      code: 0,
      title: 'Passed with remarks',
      reasons: [expect.stringMatching(/^All 3,000/), '1 warning: not all figures can be trusted.'],
    });
  });

  test('is inconclusive for a test that did not come to its end, or in which no round counts', () => {
    expect(tpsVerdict(sampleTpsResults({ complete: false, stopped: 'interrupted' }), { interrupted: true })).toMatchObject({
      code: 130,
      title: 'Inconclusive',
      reasons: ['The test did not come to its end: interrupted.'],
    });
    expect(tpsVerdict(sampleTpsResults({ totals: undefined }))).toMatchObject({
      code: 1,
      title: 'Inconclusive',
      headline: 'nothing was measured',
      reasons: ['No round counts.'],
    });
  });
});
