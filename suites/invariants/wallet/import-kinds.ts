import { multisigOf, publicKeyHashScript, witnessScript } from '../../../fixtures/world/keys.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { ImportRequestArgument } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { randomAmountSat } from '../../support/payments.ts';
import { withCaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';

/** A request of importmulti, and what the wallet is to show of its address afterwards. */
interface Kind {
  readonly what: string;
  readonly address: string;
  readonly request: Omit<ImportRequestArgument, 'timestamp' | 'label'>;
  /** Whether the wallet holds all private keys then. */
  readonly held: boolean;
  /** Whether it knows all but private keys. */
  readonly solvable: boolean;
}

async function kinds(t: Trial): Promise<Kind[]> {
  const chain = await t.world.use('chainParameters');
  const keys: ForeignKey[] = [];
  for (let at = 0; at < 12; at++) keys.push(await t.world.fresh('foreignKey'));
  const key = (at: number): ForeignKey => keys[at] as ForeignKey;
  const [both, one, none] = [
    multisigOf([key(6).publicKey, key(7).publicKey], chain),
    multisigOf([key(8).publicKey, key(9).publicKey], chain),
    multisigOf([key(10).publicKey, key(11).publicKey], chain),
  ];
  const by = (address: string) => ({ scriptPubKey: { address } });
  const { legacy } = key(0).addresses;
  return [
    {
      what: 'a P2PKH address with its private key',
      address: legacy,
      request: { ...by(legacy), keys: [key(0).wif] },
      held: true,
      solvable: true,
    },
    {
      what: 'a P2PKH address with its public key',
      address: key(1).addresses.legacy,
      request: { ...by(key(1).addresses.legacy), pubkeys: [key(1).publicKey], watchonly: true },
      held: false,
      solvable: true,
    },
    {
      what: 'a P2PKH script without a key',
      address: key(2).addresses.legacy,
      request: { scriptPubKey: publicKeyHashScript(key(2).publicKey), watchonly: true },
      held: false,
      solvable: false,
    },
    {
      what: 'a P2WPKH address with its private key',
      address: key(3).addresses.bech32,
      request: { ...by(key(3).addresses.bech32), keys: [key(3).wif] },
      held: true,
      solvable: true,
    },
    {
      what: 'a P2WPKH address with its public key',
      address: key(4).addresses.bech32,
      request: { ...by(key(4).addresses.bech32), pubkeys: [key(4).publicKey], watchonly: true },
      held: false,
      solvable: true,
    },
    {
      what: 'a P2WPKH script without a key',
      address: key(5).addresses.bech32,
      request: { scriptPubKey: witnessScript(key(5).addresses.bech32), watchonly: true },
      held: false,
      solvable: false,
    },
    {
      what: 'a P2SH address with its script and all private keys',
      address: both.address,
      request: { ...by(both.address), redeemscript: both.redeemScript, keys: [key(6).wif, key(7).wif] },
      held: true,
      solvable: true,
    },
    {
      what: 'a P2SH address with its script and one of two private keys',
      address: one.address,
      request: { ...by(one.address), redeemscript: one.redeemScript, keys: [key(8).wif] },
      held: false,
      solvable: true,
    },
    {
      what: 'a P2SH address with its script',
      address: none.address,
      request: { ...by(none.address), redeemscript: none.redeemScript, watchonly: true },
      held: false,
      solvable: true,
    },
  ];
}

/** Seconds. A key of this age is not as old as the chain. */
const NEWEST = 10_000;
const OLDEST = 90_000_000;

export const walletImportKindInvariants: readonly Case[] = [
  invariant({
    id: 'wallet-imports/kinds',
    text: 'Each of several requests of importmulti gives the wallet its own address, keys, script, label and time, and no other.',
    effect: ['chain', 'wallet'],
    evidence: 'document',
    source: 'document 1, importmulti request item',
    methods: ['importmulti', 'getaddressinfo', 'listunspent', 'getaddressesbylabel', 'gettransaction', 'getnewaddress'],
    run: (t) =>
      withCaseWallet(t, [], async (wallet) => {
        const all = await kinds(t);
        const now = Math.floor(Date.now() / 1000);
        const given = all.map((kind, at) => ({
          ...kind,
          label: `pyx ${at} ${t.random.word(8)}`,
          timestamp: now - t.random.integer(NEWEST, OLDEST),
        }));
        const results = await wallet.result('importmulti', {
          requests: given.map(({ request, label, timestamp }) => ({ ...request, label, timestamp })),
          options: { rescan: false },
        });
        t.equal(
          results.map(({ success }) => success),
          given.map(() => true),
          'the list of success of the requests',
          { path: 'success' },
        );
        const { txid } = await wallet.receive(given.map(({ address }) => ({ address, amountSat: randomAmountSat(t) / 10n })));
        const unspent = await wallet.result('listunspent', { minconf: 0 });
        for (const [vout, { what, address, held, solvable, label, timestamp }] of given.entries()) {
          const info = await wallet.result('getaddressinfo', { address });
          t.equal([info.ismine, info.iswatchonly], [held, !held], `the list of ismine and iswatchonly of ${what}`, { path: 'ismine' });
          if (info.timestamp !== undefined) t.equal(info.timestamp, timestamp, `timestamp of ${what}`, { path: 'timestamp' });
          t.equal(
            Object.keys(await wallet.result('getaddressesbylabel', { label })),
            [address],
            `the list of addresses of the label of ${what}`,
          );
          const output = unspent.find((item) => item.txid === txid && item.vout === vout);
          t.equal(
            output && [output.spendable, output.solvable],
            [held, solvable],
            `the list of spendable and solvable of an output of ${what}`,
            {
              path: 'spendable',
            },
          );
        }
      }),
  }),
  invariant({
    id: 'wallet-imports/internal',
    text: 'importmulti imports an address with internal true and without a label, and gives it no label.',
    effect: ['chain', 'wallet'],
    evidence: 'document',
    source: 'document 1, importmulti request item',
    methods: ['importmulti', 'getaddressinfo', 'listlabels', 'listunspent', 'gettransaction'],
    run: (t) =>
      withCaseWallet(t, [], async (wallet) => {
        const [inside, outside] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
        const label = `pyx ${t.random.word(8)}`;
        const results = await wallet.result('importmulti', {
          requests: [
            { scriptPubKey: { address: inside.addresses.legacy }, timestamp: 'now', keys: [inside.wif], internal: true },
            { scriptPubKey: { address: outside.addresses.legacy }, timestamp: 'now', keys: [outside.wif], internal: false, label },
          ],
          options: { rescan: false },
        });
        t.equal(
          results.map(({ success }) => success),
          [true, true],
          'the list of success of a request with internal true, and of one with a label',
          { path: 'success' },
        );
        t.equal(
          (await wallet.result('listlabels')).filter((name) => name !== ''),
          [label],
          'the list of labels',
        );
        const { ismine } = await wallet.result('getaddressinfo', { address: inside.addresses.legacy });
        t.equal(ismine, true, 'ismine of an address that was imported with internal true and its private key', { path: 'ismine' });
        const { txid } = await wallet.receive([{ address: inside.addresses.legacy, amountSat: randomAmountSat(t) }]);
        const [output] = await wallet.result('listunspent', { minconf: 0 });
        t.equal([output?.txid, output?.spendable], [txid, true], 'the list of txid and spendable of the only output', { path: 'txid' });
      }),
  }),
];
