import { expect, test } from 'vitest';
import { helpArguments, helpLines } from './help-text.ts';

// Taken from the help of Litecoin Core 0.21.
const listing = `== Blockchain ==
getbestblockhash
getblock "blockhash" ( verbosity )

== Wallet ==
lockunspent unlock ( [{"txid":"hex","vout":n},...] )
`;

const createwallet = `createwallet "wallet_name" ( disable_private_keys "passphrase" descriptors )

Creates and loads a new wallet.

Arguments:
1. wallet_name             (string, required) The name for the new wallet. If this is a path, the wallet will be created at the path location.
2. disable_private_keys    (boolean, optional, default=false) Disable the possibility of private keys (only watchonlys are possible in this mode).
3. passphrase              (string) Encrypt the wallet with this passphrase.
4. load_on_startup         (boolean, optional, default=null) Save wallet name to persistent settings.

Result:
1. no argument (string, required)
`;

test('help lists methods by category', () => {
  expect(helpLines(listing)).toEqual([
    { name: 'getbestblockhash', line: 'getbestblockhash' },
    { name: 'getblock', line: 'getblock "blockhash" ( verbosity )' },
    { name: 'lockunspent', line: 'lockunspent unlock ( [{"txid":"hex","vout":n},...] )' },
  ]);
});

test('arguments come from their list, with defaults that are literals', () => {
  const text = createwallet.slice(0, createwallet.indexOf('\nResult'));
  expect(helpArguments(text)?.map(({ line: _, ...rest }) => rest)).toEqual([
    { name: 'wallet_name', required: true },
    { name: 'disable_private_keys', required: false, default: false },
    { name: 'passphrase', required: false },
    { name: 'load_on_startup', required: false, default: null },
  ]);
  expect(
    helpArguments(
      'getblock "blockhash" ( verbosity )\n\nArguments:\n1. blockhash (string, required) Hash.\n2. verbosity (number, optional, default: 1) 0.',
    ),
  ).toMatchObject([
    { name: 'blockhash', required: true },
    { name: 'verbosity', required: false, default: 1, line: '2. verbosity (number, optional, default: 1) 0.' },
  ]);
});

test('without a list they come from the signature, in which lists and objects have no name', () => {
  expect(
    helpArguments('sendmany "" {"address":amount} ( minconf "comment" ["address",...] )')?.map(({ name, required }) => [name, required]),
  ).toEqual([
    [undefined, true],
    [undefined, true],
    ['minconf', false],
    ['comment', false],
    [undefined, false],
  ]);
  expect(helpArguments('uptime\n\nReturns the uptime.')).toEqual([]);
});

test('a name may have several words', () => {
  const text =
    'tpstestadd starttime ( raw transactions )\n\nArguments:\n1. starttime (number, required) A time.\n2. raw transactions (array, optional) Some.';
  expect(helpArguments(text)?.map(({ name }) => name)).toEqual(['starttime', 'raw transactions']);
});

test('a text with subcommands, or a list that is not numbered from 1, says nothing about arguments', () => {
  expect(helpArguments('gobject "command" ...\n\nSub-commands:\ngobject check "hex"\n\n1. hex (string, required) Data.')).toBeUndefined();
  expect(helpArguments('x "a"\n\n2. a (string, required) A.')).toEqual([{ name: 'a', required: true, line: 'x "a"' }]);
});
