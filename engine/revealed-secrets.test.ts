import { expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { CallRecord } from './call-record.ts';
import { revealedSecrets } from './revealed-secrets.ts';

const answered = (method: string, params: Wire[], result: Wire): CallRecord => ({
  method,
  args: params,
  params,
  reply: { type: 'result', result, durationMs: 1 },
});

test('a private key that the node shows is a secret, and other results are not', () => {
  const calls = [
    answered('dumpprivkey', ['addr'], 'cVkey'),
    answered('masternode genkey', [], '93key'),
    answered('masternode count', [], '12'),
    answered('getbestblockhash', [], 'ab'.repeat(32)),
    answered('nosuchmethod', [], 'text'),
    answered('dumpprivkey', ['addr'], { key: 'cVkey' }),
  ];
  expect(revealedSecrets(calls, specification)).toEqual(['cVkey', '93key']);
});
