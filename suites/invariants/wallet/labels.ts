import { formatSat } from '../../../client/wire-json.ts';
import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { WireNumber } from '../../../specs/model/wire.ts';
import type { AddressesByLabel } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { present } from '../../support/present.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withCaseWallet, withSpareCaseWallet, type CaseCoin, type CaseWallet, withUnpaidWallet } from '../case-wallet.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

const randomLabel = (t: Trial): string => `pyx ${t.random.word(10)}`;
/** Labels in use. The documents leave open whether the empty default label is listed when no address has it. */
const labels = async (wallet: CaseWallet, purpose?: 'send' | 'receive' | ''): Promise<string[]> =>
  (await wallet.result('listlabels', { purpose })).filter((label) => label !== '').sort();
const byLabel = (wallet: CaseWallet, label: string): Promise<AddressesByLabel> => wallet.result('getaddressesbylabel', { label });
/** Sends a transaction of the wallet that spends these outputs. */
async function spend(
  t: Trial,
  wallet: CaseWallet,
  inputs: readonly { readonly txid: string; readonly vout: number }[],
  outputs: readonly (readonly [address: string, sat: bigint])[],
): Promise<string> {
  const hexstring = await t.world.result('createrawtransaction', {
    inputs: inputs.map(({ txid, vout }) => ({ txid, vout })),
    outputs: outputs.map(([address, sat]) => ({ [address]: formatSat(sat) })),
  });
  const { hex } = await wallet.result('signrawtransactionwithwallet', { hexstring });
  const txid = await sendTransaction(t.world, hex);
  await wallet.knows(txid);
  return txid;
}

const documented = { effect: ['wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;

export const walletLabelInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-labels/addresses',
    text: 'getaddressesbylabel returns exactly the addresses that were made with the label, with the purpose receive.',
    methods: ['getaddressesbylabel', 'getnewaddress'],
    run: (t) =>
      withSpareCaseWallet(t, [], async (wallet) => {
        const [label, otherLabel] = [randomLabel(t), randomLabel(t)];
        const made = [await wallet.newAddress(label), await wallet.newAddress(label, 'legacy'), await wallet.newAddress(otherLabel)];
        t.equal(
          await byLabel(wallet, label),
          { [made[0] ?? '']: { purpose: 'receive' }, [made[1] ?? '']: { purpose: 'receive' } },
          'the addresses of a label',
        );
        t.equal(await byLabel(wallet, otherLabel), { [made[2] ?? '']: { purpose: 'receive' } }, 'the addresses of another label');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-labels/list',
    text: 'listlabels returns each label in use once, filtered by purpose.',
    methods: ['listlabels', 'getnewaddress', 'getaddressesbylabel'],
    run: (t) =>
      withCaseWallet(t, [], async (wallet) => {
        const given = [randomLabel(t), randomLabel(t)].sort();
        for (const label of [...given, ...given]) await wallet.newAddress(label);
        t.equal(await labels(wallet), given, 'the list of labels');
        t.equal(await labels(wallet, ''), given, 'the list of labels with an empty purpose');
        t.equal(await labels(wallet, 'receive'), given, 'the list of labels with the purpose receive');
        t.equal(await labels(wallet, 'send'), [], 'the list of labels with the purpose send of a wallet that never sent');
        for (const label of given) t.equal(Object.keys(await byLabel(wallet, label)).length, 2, `the number of addresses of ${label}`);
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-labels/address-info',
    text: 'getaddressinfo returns the label that the address was made with.',
    methods: ['getaddressinfo', 'getnewaddress'],
    run: (t) =>
      withSpareCaseWallet(t, [], async (wallet) => {
        const label = randomLabel(t);
        const info = await wallet.result('getaddressinfo', { address: await wallet.newAddress(label) });
        t.equal(info.label, label, 'label', { path: 'label' });
        // The names are checked apart from the form of the items.
        t.equal(
          info.labels?.map((item) => (typeof item === 'string' ? item : item.name)),
          [label],
          'the list of names in labels',
          { path: 'labels' },
        );
        t.equal(info.labels?.[0], { name: label, purpose: 'receive' }, 'the first of labels', { path: 'labels[0]' });
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-labels/everywhere',
    text: 'Entries of a labelled address have the label in listunspent, listtransactions and listreceivedbyaddress.',
    effect: ['chain', 'wallet'],
    methods: ['listunspent', 'listtransactions', 'listreceivedbyaddress', 'gettransaction', 'listsinceblock'],
    run: (t) =>
      withCaseWallet(t, [], async (wallet) => {
        const label = randomLabel(t);
        const address = await wallet.newAddress(label);
        const { txid } = await wallet.receive([{ address, amountSat: randomAmountSat(t) }]);
        await t.world.mine(1);
        const since = await wallet.result('listsinceblock');
        const { details } = await wallet.result('gettransaction', { txid });
        for (const [method, items] of [
          ['listunspent', await wallet.result('listunspent')],
          ['listtransactions', await wallet.result('listtransactions')],
          ['listreceivedbyaddress', await wallet.result('listreceivedbyaddress')],
          ['listsinceblock', since.transactions],
          ['gettransaction', details],
        ] as const) {
          t.equal(
            (items as readonly { readonly address?: string; readonly label?: string }[]).map((item) => [item.address, item.label ?? null]),
            [[address, label]],
            `the list of address and label in ${method}`,
            { path: 'label' },
          );
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-labels/groupings',
    text: 'listaddressgroupings lists each address once, with its balance and label.',
    effect: ['chain', 'wallet'],
    source: 'document 1, Other result shapes',
    methods: ['listaddressgroupings', 'getbalance', 'gettransaction', 'getrawchangeaddress'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const groups = await wallet.result('listaddressgroupings');
        const found = groups.flat().map(([address, amount]) => `${address} ${amountSat(t, amount as WireNumber | undefined, 'amount')}`);
        for (const { address, amountSat: sat } of wallet.coins)
          t.ok(found.includes(`${address} ${sat}`), `listaddressgroupings does not list ${address} with the ${sat} sat that it received`);
        const label = `pyx ${t.random.word(8)}`;
        const labelled = await wallet.newAddress(label);
        // Made for change, and paid by somebody else.
        const change = await wallet.result('getrawchangeaddress', { address_type: 'bech32' });
        await wallet.receive([labelled, change].map((address) => ({ address, amountSat: randomAmountSat(t) })));
        await t.world.mine(1);
        const later = (await wallet.result('listaddressgroupings')).flat();
        t.ok(
          later.some(([address]) => address === change),
          `listaddressgroupings does not list ${change}, an address of getrawchangeaddress that was paid`,
        );
        const entry = later.find(([address]) => address === labelled);
        // The label of an entry is optional.
        if (entry?.[2] !== undefined) t.equal(entry[2], label, 'the label of an address in listaddressgroupings', { path: '[][][2]' });
        t.equal(
          new Set(groups.flat().map(([address]) => address)).size,
          found.length,
          'the number of different addresses in listaddressgroupings',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-labels/groupings-spent',
    text: 'listaddressgroupings lists each address of the wallet once, and no other, with its label, after several of them were spent together.',
    effect: ['chain', 'wallet'],
    source: 'document 1, Other result shapes',
    methods: [
      'listaddressgroupings',
      'getaddressinfo',
      'signrawtransactionwithwallet',
      'getrawchangeaddress',
      'gettransaction',
      'createrawtransaction',
    ],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t), randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const [label, sat] = [randomLabel(t), randomAmountSat(t)];
        const labelled = await wallet.newAddress(label);
        const { txid: labelledTx } = await wallet.receive([{ address: labelled, amountSat: sat }]);
        await t.world.mine(1);
        const change = await wallet.result('getrawchangeaddress', { address_type: 'bech32' });
        // The first coin and the labelled one are spent together, and then change of theirs with the second coin.
        const [first, second, kept] = wallet.coins as [CaseCoin, CaseCoin, CaseCoin];
        const feeSat = await feeFor(t.world);
        const together = first.amountSat + sat - feeSat;
        const spent = await spend(t, wallet, [first, { txid: labelledTx, vout: 0 }], [[change, together]]);
        const own = await wallet.newAddress();
        await spend(t, wallet, [second, { txid: spent, vout: 0 }], [[own, second.amountSat + together - feeSat]]);
        await t.world.mine(1);
        const entries = (await wallet.result('listaddressgroupings')).flat();
        const listed = entries.map(([address]) => address);
        t.equal(new Set(listed).size, listed.length, 'the number of different addresses in listaddressgroupings');
        for (const [at, , labelOf] of entries) {
          const address = at as string;
          const info = await wallet.result('getaddressinfo', { address });
          t.ok(info.ismine, `listaddressgroupings lists ${address}, which is no address of the wallet`);
          // The label of an entry is optional.
          if (labelOf !== undefined && info.label !== undefined)
            t.equal(labelOf, info.label, `the label of ${address}, which getaddressinfo shows too`, { path: '[][][2]' });
        }
        for (const [address, wanted] of [
          [kept.address, kept.amountSat],
          [own, second.amountSat + together - feeSat],
          [labelled, 0n],
          [first.address, 0n],
          [change, 0n],
        ] as const) {
          const entry = present(
            t,
            entries.find(([found]) => found === address),
            `listaddressgroupings does not list ${address}`,
          );
          t.equal(amountSat(t, entry[1] as WireNumber | undefined, 'amount'), wanted, `the amount of ${address}`, { path: '[][][1]' });
        }
        const ofLabelled = entries.find(([address]) => address === labelled)?.[2];
        // The label of an entry is optional.
        if (ofLabelled !== undefined) t.equal(ofLabelled, label, 'the label of an address whose coin was spent', { path: '[][][2]' });
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-labels/purpose',
    text: 'listlabels with the purpose receive lists the label of a receiving address, and with send it does not.',
    effect: ['wallet'],
    source: 'document 1, Wallet and address methods',
    methods: ['listlabels', 'getnewaddress'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        const label = `pyx ${t.random.word(8)}`;
        await wallet.newAddress(label);
        t.ok((await wallet.result('listlabels', { purpose: 'receive' })).includes(label), `listlabels receive does not list ${label}`);
        t.equal(await wallet.result('listlabels', { purpose: 'send' }), [], 'the list of labels with the purpose send');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-labels/purpose-send',
    text: 'listlabels with the purpose send lists the label of an address with this purpose, and with receive it does not.',
    methods: ['listlabels', 'getaddressesbylabel', 'setlabel'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        const [label, address] = [randomLabel(t), await foreignAddress(t)];
        // Beyond the documents: no documented method without an option of its own labels the address of a payee.
        if (!(await wallet.call('setlabel', { address, label })).ok) t.inapplicable('the node does not answer setlabel');
        const { purpose } = present(t, (await byLabel(wallet, label))[address], 'getaddressesbylabel does not list a labelled address');
        if (purpose !== 'send') t.inapplicable(`the purpose of a labelled address outside the wallet is ${purpose}`);
        t.equal(await labels(wallet, 'send'), [label], 'the list of labels with the purpose send');
        t.equal(await labels(wallet, 'receive'), [], 'the list of labels with the purpose receive of a wallet without own addresses');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-labels/unspent',
    text: 'An output in listunspent equals that in gettxout, and its script is that of its address.',
    effect: ['chain', 'wallet'],
    source: 'document 1, Unspent output',
    methods: ['listunspent', 'gettxout', 'getaddressinfo'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const outputs = await wallet.result('listunspent');
        t.equal(
          outputs.map(outpointText).sort(),
          wallet.coins.map(outpointText).sort(),
          'the list of unspent outputs (compared with the received payments)',
        );
        for (const output of outputs) {
          const out = await t.result('gettxout', { txid: output.txid, n: output.vout });
          t.equal(output.amount, out?.value, 'amount (compared with gettxout)', { path: 'amount' });
          t.equal(output.scriptPubKey, out?.scriptPubKey.hex, 'scriptPubKey (compared with gettxout)', { path: 'scriptPubKey' });
          t.equal(output.confirmations, out?.confirmations, 'confirmations (compared with gettxout)', { path: 'confirmations' });
          const address = present(t, output.address, 'address is missing for an output in listunspent', 'address');
          const info = await wallet.result('getaddressinfo', { address });
          t.equal([info.scriptPubKey, info.ismine], [output.scriptPubKey, true], 'the list of script and ismine in getaddressinfo', {
            path: 'scriptPubKey',
          });
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-labels/unspent-parts',
    text: 'listunspent filters the outputs by minconf and maxconf, and by addresses.',
    effect: ['chain', 'wallet'],
    methods: ['listunspent', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const young = await wallet.newAddress();
        const { txid } = await wallet.receive([{ address: young, amountSat: randomAmountSat(t) }]);
        await t.world.mine(1);
        const waiting = await wallet.receive([{ address: await wallet.newAddress(), amountSat: randomAmountSat(t) }]);
        const range = async (minconf: number, maxconf: number, addresses?: string[]): Promise<string[]> =>
          (await wallet.result('listunspent', { minconf, maxconf, addresses })).map(outpointText).sort();
        const old = wallet.coins.map(outpointText).sort();
        t.equal(await range(0, 0), [`${waiting.txid}:0`], 'the list of outputs with 0 confirmations');
        t.equal(await range(1, 1), [`${txid}:0`], 'the list of outputs with 1 confirmation');
        t.equal(await range(2, 9_999_999), old, 'the list of outputs with 2 or more confirmations');
        t.equal(await range(1, 2), [...old, `${txid}:0`].sort(), 'the list of outputs with 1 or 2 confirmations');
        t.equal(await range(0, 9_999_999, [young]), [`${txid}:0`], 'the list of outputs of a single address');
        t.equal(
          (await wallet.result('listunspent')).map(outpointText).sort(),
          await range(1, 9_999_999),
          'the list of outputs without arguments',
        );
      }),
  }),
];
