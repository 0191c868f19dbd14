import { expect, test } from 'vitest';
import { optionsNamedIn } from './named-options.ts';

test.each([
  ['restart the node with -deprecatedrpc=signrawtransaction. Then', ['-deprecatedrpc=signrawtransaction']],
  ['You must start the node with "-assetindex=1" or --assetindex', ['-assetindex=1', '-assetindex']],
  ['Use -txindex to enable it, -deprecatedrpc=accounts, -tpstest or -fallbackfee', []], // profiles have or have not
  ['value -1 out of range, a -b-c, low-fee, 2-of-3 -deprecatedrpc', []],
  ['-testnet -chain=main -datadir=/tmp -blocknotify=reboot -wallet=other -rpcport=1 -reindex -walletnotify', []],
  ['', []],
])('options are found in %j', (text, options) => {
  expect(optionsNamedIn(text)).toEqual(options);
});
