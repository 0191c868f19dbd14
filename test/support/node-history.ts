import { base58check, keyFrom, prefixOf, versionByte } from '../../fixtures/world/keys.ts';
import { Random } from '../../fixtures/world/random.ts';
import type { ChainParameters, ForeignKey } from '../../fixtures/world/types.ts';
import { until } from '../until.ts';
import type { AskNode } from './ask.ts';

/** The main wallet: the default one, without a name. Litecoind does not make one by itself. */
const WALLET = '';
/** An older wallet, which paid the main one. */
const OLDER_WALLET = 'older';
const types = ['legacy', 'p2sh-segwit', 'bech32'] as const;
const MATURITY = 100;

/** Gives a new node the history of one that was used for years. */
export async function makeHistory(ask: AskNode): Promise<void> {
  const random = new Random('a used node');
  for (const name of [WALLET, OLDER_WALLET]) {
    if (!(await ask<string[]>('listwallets')).includes(name)) await ask('createwallet', [name]);
  }
  const own = <T>(method: string, ...params: Parameters<AskNode>[1] & object): Promise<T> => ask<T>(method, params, WALLET);
  const older = <T>(method: string, ...params: Parameters<AskNode>[1] & object): Promise<T> => ask<T>(method, params, OLDER_WALLET);
  const mine = (count: number, address: string): Promise<string[]> => ask('generatetoaddress', [count, address]);
  const chain = await chainOf(own);
  const stranger = (): ForeignKey => keyFrom(random.bytes(32), chain);

  // Coinbases of both wallets, mature and immature; the main wallet mines to the end.
  const mining = await own<string>('getnewaddress', 'mining', 'legacy');
  await mine(6, mining);
  await mine(4, await older('getnewaddress', 'mining'));
  await mine(MATURITY, mining);

  // Payments of the older wallet, with comments.
  await older('sendtoaddress', await own('getnewaddress', 'from the older wallet'), 12.5, 'moving', 'myself');
  await older('sendmany', '', { [await own<string>('getnewaddress', 'rent', 'p2sh-segwit')]: 3, [stranger().addresses.bech32]: 1.25 });
  await mine(1, mining);

  // Payments to itself, under own labels and those of others, to one address more than once.
  const rent = await own<string>('getnewaddress', 'rent', 'bech32');
  for (const type of types) await own('sendtoaddress', await own('getnewaddress', `paid at ${type}`, type), 2.5);
  for (const amount of [1, 0.5]) await own('sendtoaddress', rent, amount, 'rent', 'landlord');
  await own('sendmany', '', { [rent]: 0.25, [mining]: 0.75, [stranger().addresses['p2sh-segwit']]: 0.1 }, 1, 'wages');
  await own('sendtoaddress', await own('getnewaddress'), 4, '', '', true);
  await mine(1, mining);

  // Addresses of others in its address book.
  const known = stranger().addresses.legacy;
  await own('setlabel', known, 'baker');
  await own('sendtoaddress', known, 0.3, 'bread');

  // Watch-only: an address that is paid, a public key that is not, a script.
  const watched = stranger();
  await own('importaddress', watched.addresses.legacy, 'watched', false);
  await own('importpubkey', stranger().publicKey, 'watched', false);
  await own('sendtoaddress', watched.addresses.legacy, 1.75);
  await own('importprivkey', stranger().wif, 'imported', false);

  // Multisig outputs, and a data output.
  const keys = [await own<string>('getnewaddress', '', 'legacy'), await own<string>('getnewaddress', '', 'legacy')];
  const { address: shared } = await own<{ address: string }>('addmultisigaddress', 2, keys, 'shared', 'p2sh-segwit');
  await own('sendtoaddress', shared, 5);
  await sendRaw(own, [{ data: '70617065722074726f6a616e' }, { [rent]: 0.6 }]);
  await mine(1, mining);

  // A stale block with a transaction.
  await own('sendtoaddress', stranger().addresses.bech32, 0.9);
  const [lost = ''] = await mine(1, await older('getnewaddress'));
  await ask('invalidateblock', [lost]);
  await mine(2, mining);
  await ask('reconsiderblock', [lost]);

  // A conflicted transaction, and an abandoned one.
  const replaced = await own<string>('sendtoaddress', stranger().addresses.legacy, 0.4, '', '', false, true);
  await own('bumpfee', replaced);
  await mine(1, mining);
  const abandoned = await own<string>('sendtoaddress', stranger().addresses.bech32, 0.45, '', '', false, true);
  await own('bumpfee', abandoned);
  await untilAbandoned(() => own('abandontransaction', abandoned));

  // Unconfirmed: to others, to itself, from others, chained, and to an address with confirmed payments.
  await own('sendtoaddress', rent, 0.15);
  await own('sendtoaddress', stranger().addresses.bech32, 1.1, 'a gift');
  await own('sendtoaddress', mining, 0.2, '', '', false, true);
  await older('sendtoaddress', rent, 0.35);
  await older('sendtoaddress', await own('getnewaddress', 'not yet paid'), 0.55);
  await sendRaw(own, [{ [await own<string>('getnewaddress', 'chained')]: 0.05 }], 0);
  const [txid] = await ask<string[]>('getrawmempool');
  await ask('prioritisetransaction', [txid ?? '', null, 1000]);

  const coins = await own<{ txid: string; vout: number }[]>('listunspent', 1);
  await own(
    'lockunspent',
    false,
    coins.slice(0, 2).map((coin) => ({ txid: coin.txid, vout: coin.vout })),
  );
  await ask('setban', ['203.0.113.77', 'add', 86_400]);
  await ask('addnode', ['127.0.0.1:9', 'add']);
}

const WALLETS = 50;
const PAYMENTS_OF_A_WALLET = 40;

/** Gives a new node 50 wallets, each of which has sent 40 payments to the next one: 2,000 transactions in blocks. */
export async function makeManyPayments(ask: AskNode): Promise<void> {
  const names = Array.from({ length: WALLETS }, (_, index) => `department-${index}`);
  const addresses: string[] = [];
  for (const name of names) {
    await ask('createwallet', [name]);
    addresses.push(await ask('getnewaddress', [], name));
  }
  const [first = ''] = addresses;
  await ask('generatetoaddress', [MATURITY + 60, first]);
  for (const address of addresses.slice(1)) await ask('sendtoaddress', [address, 20], names[0]!);
  await ask('generatetoaddress', [1, first]);
  for (let round = 0; round < PAYMENTS_OF_A_WALLET; round++) {
    for (const [index, name] of names.entries()) await ask('sendtoaddress', [addresses[(index + 1) % WALLETS]!, 0.1], name);
    await ask('generatetoaddress', [1, first]);
  }
}

/** The prefixes of addresses and keys of this chain, read from addresses of the wallet. */
async function chainOf(own: <T>(method: string, ...params: string[]) => Promise<T>): Promise<ChainParameters> {
  const [legacy, wrapped, segwit] = [
    await own<string>('getnewaddress', '', 'legacy'),
    await own<string>('getnewaddress', '', 'p2sh-segwit'),
    await own<string>('getnewaddress', '', 'bech32'),
  ];
  const wif = await own<string>('dumpprivkey', legacy);
  return {
    pubKeyHash: versionByte(legacy, [20]),
    scriptHash: versionByte(wrapped, [20]),
    wif: base58check.decode(wif)[0] ?? 0,
    hrp: prefixOf(segwit),
  };
}

type OwnCall = <T>(method: string, ...params: Parameters<AskNode>[1] & object) => Promise<T>;

/** Sends a raw transaction that the wallet funds and signs; with `minconf` 0, it spends an unconfirmed coin of the wallet. */
async function sendRaw(own: OwnCall, outputs: { [name: string]: string | number }[], minconf = 1): Promise<void> {
  const coins =
    minconf > 0
      ? []
      : (await own<{ txid: string; vout: number; spendable: boolean; safe: boolean }[]>('listunspent', 0, 0))
          .filter((coin) => coin.spendable && coin.safe)
          .slice(0, 1);
  const raw = await own<string>(
    'createrawtransaction',
    coins.map(({ txid, vout }) => ({ txid, vout })),
    outputs,
  );
  const { hex } = await own<{ hex: string }>('fundrawtransaction', raw);
  const signed = await own<{ hex: string }>('signrawtransactionwithwallet', hex);
  await own('sendrawtransaction', signed.hex);
}

/** Retries: a wallet can abandon a transaction only after it was notified that the mempool removed it. */
async function untilAbandoned(abandon: () => Promise<unknown>): Promise<void> {
  let refusal = '';
  await until(
    () => `the wallet abandons it: ${refusal}`,
    () =>
      abandon().then(
        () => true,
        (error: unknown) => {
          refusal = String(error);
          return false;
        },
      ),
  );
}
