import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { afterAll, describe, expect, it } from 'vitest';
import { regtest } from '../regtest.ts';
import { runNode } from '../node.ts';
import { readDump } from './dump-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'coind-dump-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Lines as litecoind 0.21 wrote them; labels as it writes "two words" and "100% Ä".
const LITECOIND = `# Wallet dump created by Litecoin v0.21.2.1-gfce5d459f0a83f56a83059c5c69295d7745b51d2
# * Created on 2026-11-20T13:58:46Z

cQHgSLgPEPDW4GPGSkY5Fwm69Yyi5A7ruZt4nXjjqfb9avfG1Yk4 2026-11-20T13:58:45Z change=1 # addr=rltc1qqppuct6vlucrsv9gpvmz5a0aeulgwqs3envgu4 hdkeypath=m/0'/1'/2'
cTnXvt7x6Pa5VEAJFz5XqoYZoJtbSwWBoLFxtzm9yaxfhfZPeaJa 1970-01-01T00:00:01Z label=two%20words # addr=rltc1qz5sq88nc9y23akn73qcfaxncc94rrmlva7zjtq
cUmmbH6zCDUfJDgSXi5jqCLqXSUxXyw9SGQbkHnHEy9eqQSEpopS 2026-11-20T13:58:45Z label=100%25%20%c3%84 # addr=mkhSj3scjAQyn7WRfunoRFFAvr2M7Vywmc
0014a0c9c51c1fcbff711b342745ff71b8b6e163d216 0 script=1 # addr=QN673F7MANRVWgfBwNVLwHUEbxaWD7nDzA
nonsense
# End of dump
`;

describe('dumps of wallets', () => {
  it('from litecoind are read', () => {
    const entries = readDump(LITECOIND, regtest)!;
    expect(entries.map((entry) => entry.type)).toEqual(['key', 'key', 'key', 'script']);
    expect(entries.map((entry) => (entry.type === 'key' ? entry.label : entry.script.toString('hex')))).toEqual([
      undefined,
      'two words',
      '100% Ä',
      '0014a0c9c51c1fcbff711b342745ff71b8b6e163d216',
    ]);
    expect(entries.map(({ createdAt }) => createdAt)).toEqual([
      Date.UTC(2026, 10, 20, 13, 58, 45) / 1000,
      1,
      Date.UTC(2026, 10, 20, 13, 58, 45) / 1000,
      1,
    ]);
    expect(entries[2]?.type === 'key' && entries[2].addresses).toEqual(['mkhSj3scjAQyn7WRfunoRFFAvr2M7Vywmc']);
  });

  it('write times that an import stated as litecoind does, also after the year 9999', async () => {
    const node = await runNode();
    try {
      await node.call('createwallet', ['from']);
      const address = await node.call('getnewaddress', [], { wallet: 'from' });
      const key = await node.call('dumpprivkey', [address], { wallet: 'from' });
      // litecoind 0.21.2.1 wrote these.
      const times = [
        [951_782_400, '2000-02-29T00:00:00Z'],
        [253_402_300_800, '10000-01-01T00:00:00Z'],
        [Number.MAX_SAFE_INTEGER, '285428751-11-12T07:36:31Z'],
      ] as const;
      for (const [timestamp, text] of times) {
        const wallet = `${timestamp}`;
        await node.call('createwallet', [wallet]);
        const request = { scriptPubKey: { address }, timestamp, keys: [key] };
        await node.call('importmulti', [[request], { rescan: false }], { wallet });
        const filename = join(folder, `${timestamp}.txt`);
        await node.call('dumpwallet', [filename], { wallet });
        const line = readFileSync(filename, 'utf8')
          .split('\n')
          .find((entry) => entry.startsWith(`${key} `));
        expect(line?.split(' ')[1]).toBe(text);
      }
    } finally {
      await node.stop();
    }
  });

  it('transfer keys, labels, scripts and payments to another wallet, and are not overwritten', async () => {
    const node = await runNode();
    try {
      await node.call('createwallet', ['from']);
      await node.call('createwallet', ['into']);
      const from = { wallet: 'from' };
      const labelled = (await node.call('getnewaddress', ['100% of "it"', 'legacy'], from)) as string;
      const change = (await node.call('getrawchangeaddress', ['bech32'], from)) as string;
      const { address: shared } = (await node.call('addmultisigaddress', [1, [labelled], 'm', 'legacy'], from)) as { address: string };
      await node.call('generatetoaddress', [1, change]);
      const filename = join(folder, 'dump.txt');
      await node.call('dumpwallet', [filename], from);
      const text = readFileSync(filename, 'utf8');
      const [, master = ''] = /# extended private masterkey: (\S+)/.exec(text) ?? [];
      const { publicKey } = HDKey.fromExtendedKey(master, regtest.extendedKeyVersions).derive("m/0'/0'/0'");
      expect(((await node.call('getaddressinfo', [labelled], from)) as { pubkey: string }).pubkey).toBe(
        Buffer.from(publicKey!).toString('hex'),
      );
      writeFileSync(filename, text);
      await expect(node.call('dumpwallet', [filename], from)).rejects.toMatchObject({ code: -8 });
      for (const impossible of [`${filename}\0`, join(folder, 'x'.repeat(300))]) {
        await expect(node.call('dumpwallet', [impossible], from)).rejects.toMatchObject({ code: -8 });
      }

      const into = { wallet: 'into' };
      await node.call('importwallet', [filename], into);
      for (const address of [labelled, change, shared]) {
        expect(await node.call('getaddressinfo', [address], into)).toMatchObject({ ismine: true });
      }
      expect(await node.call('getaddressesbylabel', ['100% of "it"'], into)).toEqual({ [labelled]: { purpose: 'receive' } });
      expect(await node.call('getwalletinfo', [], into)).toMatchObject({ txcount: 1, immature_balance: { sat: 5_000_000_000n } });
      // A change key stays a change key.
      expect(await node.call('getaddressinfo', [change], into)).toMatchObject({ labels: [] });
    } finally {
      await node.stop();
    }
  });

  it('are distinguished from other files with lines of hex digits: a backup is refused', async () => {
    const node = await runNode();
    try {
      const copy = join(folder, 'copy.dat');
      await node.call('backupwallet', [copy]);
      await expect(node.call('importwallet', [copy])).rejects.toMatchObject({
        code: -8,
        message: 'The file is not a wallet dump: use a file that dumpwallet wrote',
      });
    } finally {
      await node.stop();
    }
  });
});
