import { formatSat } from '../../../client/wire-json.ts';
import type { Arguments } from '../../../fixtures/world/service.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { MethodId, Services } from '../../../specs/model/generated/wire.d.ts';
import { rule } from '../rule.ts';
import { bothSettled } from '../support/both-settled.ts';
import { isLoaded, refusedIn, withBareWallet, withWallet } from '../support/own-wallet.ts';
import { scratchPath } from '../support/scratch-path.ts';

/** Methods that work on one wallet, and of which no other case makes a call that the documents refuse. */
const WALLET_METHODS = [
  ...(['abortrescan', 'backupwallet', 'dumpwallet', 'getaddressesbylabel', 'getaddressinfo', 'getbalance', 'getnewaddress'] as const),
  ...(['getrawchangeaddress', 'getreceivedbyaddress', 'getunconfirmedbalance', 'importaddress', 'importmulti', 'importprivkey'] as const),
  ...(['importpubkey', 'importwallet', 'keypoolrefill', 'listaddressgroupings', 'listlabels', 'listlockunspent'] as const),
  ...(['listreceivedbyaddress', 'listsinceblock', 'listtransactions', 'listunspent', 'lockunspent', 'removeprunedfunds'] as const),
  ...(['rescanblockchain', 'sethdseed', 'settxfee', 'walletlock'] as const),
] satisfies readonly MethodId[];

/** More than a node makes before it takes the next call. */
const KEYS = 300;

type WalletMethod = (typeof WALLET_METHODS)[number];

/** Arguments of each of these methods, which a loaded wallet accepts. */
async function callsOnWallet(t: Trial): Promise<{ readonly [id in WalletMethod]: Services[id]['named'] }> {
  const { wif, publicKey, addresses } = await t.world.use('foreignKey');
  const { address } = await t.world.use('bech32Address');
  const { txid } = await t.world.use('confirmedReceive');
  const imported = { label: '', rescan: false };
  return {
    abortrescan: {},
    backupwallet: { destination: scratchPath(t) },
    dumpwallet: { filename: scratchPath(t) },
    getaddressesbylabel: { label: '' },
    getaddressinfo: { address },
    getbalance: {},
    getnewaddress: {},
    getrawchangeaddress: {},
    getreceivedbyaddress: { address },
    getunconfirmedbalance: {},
    importaddress: { address: addresses.bech32, ...imported },
    importmulti: { requests: [{ scriptPubKey: { address: addresses.bech32 }, timestamp: 'now', watchonly: true }] },
    importprivkey: { privkey: wif, ...imported },
    importpubkey: { pubkey: publicKey, ...imported },
    importwallet: { filename: scratchPath(t) },
    keypoolrefill: {},
    listaddressgroupings: {},
    listlabels: {},
    listlockunspent: {},
    listreceivedbyaddress: {},
    listsinceblock: {},
    listtransactions: {},
    listunspent: {},
    lockunspent: { unlock: true },
    removeprunedfunds: { txid },
    rescanblockchain: {},
    sethdseed: {},
    settxfee: { amount: formatSat(1_000n) },
    walletlock: {},
  };
}

export const unloadwalletRules: readonly Case[] = [
  rule({
    rule: 'unloadwallet/unloaded',
    effect: ['wallet'],
    uses: ['listwallets', 'getwalletinfo'],
    run: async (t) => {
      const { name: own } = await t.world.use('wallet');
      await withBareWallet(t, async (name) => {
        await t.result('unloadwallet', { wallet_name: name }, { wallet: null });
        t.ok(!(await isLoaded(t, name)), `the wallet ${name} is still listed after it was unloaded`);
        t.ok(await isLoaded(t, own), `the wallet ${own} is no longer listed after another wallet was unloaded`);
        await refusedIn(t, name, { method: 'getwalletinfo', args: {} }, { why: 'the called wallet is unloaded' });
      });
    },
  }),
  rule({
    rule: 'unloadwallet/unloaded',
    case: 'wallet-methods',
    effect: ['wallet'],
    uses: ['getwalletinfo', ...WALLET_METHODS],
    run: async (t) => {
      const calls = await callsOnWallet(t);
      await withBareWallet(t, async (wallet) => {
        const { walletname } = await t.result('getwalletinfo', {}, { wallet });
        if (walletname !== wallet) t.inapplicable('the node does not support the endpoint /wallet/<name>');
        await t.result('unloadwallet', { wallet_name: wallet }, { wallet: null });
        for (const method of WALLET_METHODS) {
          if (!t.isAbsent(method))
            await refusedIn(t, wallet, { method, args: calls[method] as Arguments }, { why: 'the called wallet is unloaded' });
        }
      });
    },
  }),
  rule({
    rule: 'unloadwallet/unloaded',
    case: 'meanwhile',
    effect: ['wallet'],
    uses: ['keypoolrefill', 'listwallets'],
    run: (t) =>
      withWallet(t, async (wallet) => {
        // What becomes of the call that goes on, the documents leave open.
        await bothSettled(
          t.call('keypoolrefill', { newsize: KEYS }, { wallet }),
          t.result('unloadwallet', { wallet_name: wallet }, { wallet: null }),
        );
        t.ok(!(await isLoaded(t, wallet)), `the wallet ${wallet} is still listed after it was unloaded while a call went on`);
      }),
  }),
  rule({
    rule: 'unloadwallet/by-endpoint',
    effect: ['wallet'],
    uses: ['listwallets'],
    run: async (t) => {
      const { name: own } = await t.world.use('wallet');
      await withBareWallet(t, async (wallet) => {
        await t.result('unloadwallet', {}, { wallet });
        t.ok(!(await isLoaded(t, wallet)), `the wallet ${wallet} is still listed after it was unloaded`);
        t.ok(await isLoaded(t, own), `the wallet ${own} is no longer listed after another wallet was unloaded`);
      });
    },
  }),
  rule({
    rule: 'unloadwallet/not-both',
    effect: ['wallet'],
    uses: ['listwallets'],
    run: async (t) => {
      await withBareWallet(t, async (first) =>
        withBareWallet(t, async (second) => {
          await refusedIn(
            t,
            first,
            { method: 'unloadwallet', args: { wallet_name: second } },
            { why: 'its endpoint and its argument both name a wallet' },
          );
          await refusedIn(
            t,
            first,
            { method: 'unloadwallet', args: { wallet_name: first } },
            { why: 'its endpoint and its argument both name the wallet' },
          );
          for (const name of [first, second]) t.ok(await isLoaded(t, name), `a refused call unloaded the wallet ${name}`);
        }),
      );
    },
  }),
];
