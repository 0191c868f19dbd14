import { expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import type { Wire } from '../specs/model/wire.ts';
import { secretValues } from './secret-values.ts';

const secrets = (id: string, params: readonly Wire[], result?: Wire): readonly string[] => {
  const method = specification.method(id);
  return secretValues(specification, method, { params, variant: method.variants[0], result });
};

test.each<[id: string, params: readonly Wire[], result: Wire | undefined, found: readonly string[]]>([
  ['importprivkey', ['cKey', 'label', false], null, ['cKey']],
  ['dumpprivkey', ['address'], 'cKey', ['cKey']],
  ['walletpassphrase', ['a passphrase', 60], null, ['a passphrase']],
  ['walletpassphrase', [12345678, 60], null, ['12345678']],
  ['walletpassphrasechange', ['old one', 'new one'], null, ['old one', 'new one']],
  ['signrawtransactionwithkey', ['00', ['cKey1', 'cKey2']], undefined, ['cKey1', 'cKey2']],
  ['importmulti', [[{ scriptPubKey: { address: 'x' }, timestamp: 'now', keys: ['cKey'] }]], undefined, ['cKey']],
  ['masternode genkey', ['genkey'], 'cKey', ['cKey']],
  ['getblock', ['00', 1], { hash: '00', tx: [] }, []],
  ['sendtoaddress', ['address', 1, 'a comment'], '00', []],
])('the secrets of %s %j %j', (id, params, result, found) => {
  expect(secrets(id, params, result)).toEqual(found);
});
