import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import { multisigOf, publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { payFromTrial, randomAmountSat } from '../../support/payments.ts';
import { withCaseWallet, withUnpaidWallet, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';

/** Arguments of an import besides the key; those that are missing are left out of the call. */
interface Given {
  readonly label?: string;
  readonly rescan?: boolean;
}

interface ImportCall {
  readonly method: MethodId;
  readonly run: (wallet: CaseWallet, key: ForeignKey, given: Given) => Promise<unknown>;
}

/** The imports of a single key. The wallet watches or spends what is paid to its P2PKH address afterwards. */
const singleImports: readonly ImportCall[] = [
  {
    method: 'importaddress',
    run: (wallet, { addresses }, given) => wallet.result('importaddress', { address: addresses.legacy, ...given }),
  },
  { method: 'importpubkey', run: (wallet, { publicKey }, given) => wallet.result('importpubkey', { pubkey: publicKey, ...given }) },
  { method: 'importprivkey', run: (wallet, { wif }, given) => wallet.result('importprivkey', { privkey: wif, ...given }) },
];

const imports: readonly ImportCall[] = [
  ...singleImports,
  {
    method: 'importmulti',
    run: (wallet, { addresses }, { label, rescan }) =>
      wallet.result('importmulti', {
        requests: [{ scriptPubKey: { address: addresses.legacy }, timestamp: 0, watchonly: true, ...(label !== undefined && { label }) }],
        ...(rescan !== undefined && { options: { rescan } }),
      }),
  },
];

/**
 * Runs `work` with a new wallet and, for each call, a key whose P2PKH address was paid before, in a block. Each by a
 * transaction of its own: a wallet that has a transaction lists all its outputs, without a rescan.
 */
function withPaidKeys(
  t: Trial,
  calls: readonly ImportCall[],
  work: (wallet: CaseWallet, keys: readonly ForeignKey[]) => Promise<void>,
): Promise<void> {
  return withCaseWallet(t, [], async (wallet) => {
    const keys: ForeignKey[] = [];
    for (const _ of calls) {
      const key = await t.world.fresh('foreignKey');
      await payFromTrial(t, [{ address: key.addresses.legacy, amountSat: randomAmountSat(t) }]);
      keys.push(key);
    }
    await t.world.mine(1);
    await work(wallet, keys);
  });
}

/** Addresses of the unspent outputs that the wallet lists. */
async function unspentAddresses(wallet: CaseWallet): Promise<(string | undefined)[]> {
  return (await wallet.result('listunspent')).map(({ address }) => address);
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;
const methods = ['importaddress', 'importpubkey', 'importprivkey', 'importmulti'] as const;

export const walletImportInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-imports/rescan-default',
    text: 'An import without rescan finds earlier payments, as with rescan true.',
    methods: [...methods, 'listunspent', 'gettransaction'],
    run: (t) =>
      withPaidKeys(t, imports, async (wallet, keys) => {
        for (const [index, { method, run }] of imports.entries()) {
          const key = keys[index] as ForeignKey;
          await run(wallet, key, {});
          const found = (await unspentAddresses(wallet)).filter((address) => address === key.addresses.legacy);
          t.equal(found.length, 1, `the number of earlier payments that the wallet lists after ${method} without rescan`, { path: method });
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-imports/no-rescan',
    text: 'An import with rescan false does not find earlier payments.',
    methods: [...methods, 'listunspent', 'gettransaction'],
    run: (t) =>
      withPaidKeys(t, imports, async (wallet, keys) => {
        // A wallet hears of a block after it was mined: one that is still to come would be an earlier payment for the import.
        await unspentAddresses(wallet);
        for (const [index, { method, run }] of imports.entries()) {
          const { addresses } = keys[index] as ForeignKey;
          await run(wallet, keys[index] as ForeignKey, { rescan: false });
          t.ok(
            !(await unspentAddresses(wallet)).includes(addresses.legacy),
            `the wallet lists an earlier payment after ${method} with rescan false`,
            { path: method },
          );
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-imports/label',
    text: 'An imported address has the label of the import, and the empty label if it was left out.',
    methods: [...methods, 'getaddressesbylabel'],
    effect: ['wallet'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        for (const { method, run } of imports) {
          const [named, unnamed] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
          const label = newLabel(t.world);
          await run(wallet, named, { label, rescan: false });
          await run(wallet, unnamed, method === 'importmulti' ? { rescan: false } : {});
          for (const [key, wanted] of [
            [named, label],
            [unnamed, ''],
          ] as const) {
            const answer = await wallet.call('getaddressesbylabel', { label: wanted });
            const listed = answer.ok ? Object.keys(answer.result as object) : [];
            t.ok(
              listed.includes(key.addresses.legacy),
              `getaddressesbylabel for ${JSON.stringify(wanted)} does not contain the address that ${method} imported ${wanted === '' ? 'without a label' : 'with it'}`,
              { path: method },
            );
          }
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-imports/p2sh',
    text: 'importaddress of a script also imports its P2SH address with p2sh true, and only then.',
    methods: ['importaddress', 'getaddressinfo'],
    effect: ['wallet'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        const chain = await t.world.use('chainParameters');
        for (const p2sh of [true, false, undefined]) {
          const { publicKey } = await t.world.fresh('foreignKey');
          const { address, redeemScript } = multisigOf([publicKey], chain);
          await wallet.result('importaddress', { address: redeemScript, label: '', rescan: false, p2sh });
          const { iswatchonly } = await wallet.result('getaddressinfo', { address });
          t.equal(
            iswatchonly,
            p2sh === true,
            `iswatchonly of the P2SH address of a script imported ${p2sh === undefined ? 'without p2sh' : `with p2sh ${p2sh}`}`,
            { path: 'iswatchonly' },
          );
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-imports/pubkeys',
    text: 'An output of an address that importmulti imports with its public key is solvable, and without it not.',
    source: 'document 1, Unspent output, and importmulti request item',
    methods: ['importmulti', 'listunspent', 'gettransaction'],
    run: (t) =>
      withCaseWallet(t, [], async (wallet) => {
        const [known, unknown] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
        const request = ({ publicKey }: ForeignKey) => ({
          scriptPubKey: publicKeyHashScript(publicKey),
          timestamp: 'now' as const,
          watchonly: true,
        });
        await wallet.result('importmulti', {
          requests: [{ ...request(known), pubkeys: [known.publicKey] }, request(unknown)],
          options: { rescan: false },
        });
        await wallet.receive([known, unknown].map(({ addresses }) => ({ address: addresses.legacy, amountSat: randomAmountSat(t) })));
        const unspent = await wallet.result('listunspent', { minconf: 0 });
        for (const [key, solvable] of [
          [known, true],
          [unknown, false],
        ] as const) {
          const output = unspent.find(({ address }) => address === key.addresses.legacy);
          t.equal(
            output?.solvable,
            solvable,
            `solvable of an output of an address imported ${solvable ? 'with' : 'without'} its public key`,
            { path: 'solvable' },
          );
        }
      }),
  }),
  invariant({
    id: 'wallet-imports/timestamp',
    text: 'getaddressinfo shows the timestamp with which importmulti imported the key.',
    effect: ['wallet'],
    evidence: 'document',
    source: 'document 1, Address info (result of `getaddressinfo`)',
    methods: ['getaddressinfo', 'importmulti'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        const { wif, addresses } = await t.world.fresh('foreignKey');
        const created = Math.floor(Date.now() / 1000) - t.random.integer(10_000, 90_000_000);
        const requests = [{ scriptPubKey: { address: addresses.legacy }, timestamp: created, keys: [wif] }];
        const [imported] = await wallet.result('importmulti', { requests, options: { rescan: false } });
        if (imported?.success !== true) t.inapplicable('the node did not import the key');
        const { timestamp } = await wallet.result('getaddressinfo', { address: addresses.legacy });
        t.equal(timestamp, created, 'timestamp of a key that was imported with this timestamp', { path: 'timestamp' });
      }),
  }),
];
