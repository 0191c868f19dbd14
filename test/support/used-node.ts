import { openEmbeddedTarget } from '../../fixtures/targets/embedded-target.ts';
import { openProcessTarget } from '../../fixtures/targets/process-target.ts';
import type { RunningNode, StartOptions, Target } from '../../fixtures/targets/types.ts';
import { base58check, keyFrom, prefixOf, versionByte } from '../../fixtures/world/keys.ts';
import { Random } from '../../fixtures/world/random.ts';
import type { ChainParameters, ForeignKey } from '../../fixtures/world/types.ts';
import { askOf, type AskNode } from './ask.ts';
import { litecoindFile } from './try-cases.ts';

export type Daemon = 'coind' | 'litecoind';

/** The wallet of a node that has been in use for a while. Litecoind has no wallet of its own: this one has no name. */
const WALLET = '';
/** A wallet that was used before it, and paid it. */
const OLDER_WALLET = 'older';
const types = ['legacy', 'p2sh-segwit', 'bech32'] as const;
const MATURITY = 100;

/** A node as somebody runs it, with all that has come together in it: not one of ours, as far as `pyx` is outcomeText. */
export class UsedNode {
  readonly node: RunningNode;
  readonly #target: Target;

  /** Starts a node with the options that its users have, and uses it. */
  static async start(daemon: Daemon, options: StartOptions = []): Promise<UsedNode> {
    const target = daemon === 'coind' ? openEmbeddedTarget() : await openProcessTarget('litecoind');
    if (daemon === 'litecoind') target.setStartOptions(litecoindFile.startOptions ?? []);
    try {
      // The key pool is as large as the daemon makes it for its users.
      const node = await target.start('default', [`-keypool=${daemon === 'coind' ? 100 : 1000}`, ...options]);
      await use(askOf(node.client));
      return new UsedNode(node, target);
    } catch (error) {
      await target.close();
      throw error;
    }
  }

  private constructor(node: RunningNode, target: Target) {
    this.node = node;
    this.#target = target;
  }

  get address(): string {
    return this.node.client.address;
  }

  /** Credentials as `pyx` takes them from its environment. */
  get env(): Record<string, string> {
    const { user = '', password = '' } = this.node.credentials ?? {};
    return { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password };
  }

  async close(): Promise<void> {
    await this.#target.close();
  }
}

/** Leaves on a new node what years of use leave on one. */
async function use(ask: AskNode): Promise<void> {
  const random = new Random('a used node');
  for (const name of [WALLET, OLDER_WALLET]) {
    if (!(await ask<string[]>('listwallets')).includes(name)) await ask('createwallet', [name]);
  }
  const own = <T>(method: string, ...params: Parameters<AskNode>[1] & object): Promise<T> => ask<T>(method, params, WALLET);
  const older = <T>(method: string, ...params: Parameters<AskNode>[1] & object): Promise<T> => ask<T>(method, params, OLDER_WALLET);
  const mine = (count: number, address: string): Promise<string[]> => ask('generatetoaddress', [count, address]);
  const chain = await chainOf(own);
  const stranger = (): ForeignKey => keyFrom(random.bytes(32), chain);

  // Coinbases of both wallets, mature and not; blocks of the wallet itself keep coming up to the end.
  const mining = await own<string>('getnewaddress', 'mining', 'legacy');
  await mine(6, mining);
  await mine(4, await older('getnewaddress', 'mining'));
  await mine(MATURITY, mining);

  // What an older wallet has sent, with comments; it is seen no more.
  await older('sendtoaddress', await own('getnewaddress', 'from the older wallet'), 12.5, 'moving', 'myself');
  await older('sendmany', '', { [await own<string>('getnewaddress', 'rent', 'p2sh-segwit')]: 3, [stranger().addresses.bech32]: 1.25 });
  await mine(1, mining);

  // Payments to itself under labels of its own and of others, one address more than once.
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

  // Coins that several keys spend, and data.
  const keys = [await own<string>('getnewaddress', '', 'legacy'), await own<string>('getnewaddress', '', 'legacy')];
  const { address: shared } = await own<{ address: string }>('addmultisigaddress', 2, keys, 'shared', 'p2sh-segwit');
  await own('sendtoaddress', shared, 5);
  await sendRaw(own, [{ data: '70617065722074726f6a616e' }, { [rent]: 0.6 }]);
  await mine(1, mining);

  // A block that lost to another one of its height, with what was in it.
  await own('sendtoaddress', stranger().addresses.bech32, 0.9);
  const [lost = ''] = await mine(1, await older('getnewaddress'));
  await ask('invalidateblock', [lost]);
  await mine(2, mining);
  await ask('reconsiderblock', [lost]);

  // One in conflict with the chain, and one that was given up.
  const replaced = await own<string>('sendtoaddress', stranger().addresses.legacy, 0.4, '', '', false, true);
  await own('bumpfee', replaced);
  await mine(1, mining);
  const abandoned = await own<string>('sendtoaddress', stranger().addresses.bech32, 0.45, '', '', false, true);
  await own('bumpfee', abandoned);
  await untilAbandoned(() => own('abandontransaction', abandoned));

  // Unconfirmed: to strangers, to itself, from others, one upon another, to an address with confirmed payments too.
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

/** The bytes that addresses of this chain begin with, by the wallet's own addresses. */
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

/** Sends what the wallet funds and signs; with `minconf` 0, from the youngest unconfirmed coin of the wallet. */
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

/** A wallet hears a moment later that the pool has dropped one of its transactions, and only then gives it up. */
async function untilAbandoned(abandon: () => Promise<unknown>): Promise<void> {
  for (let tries = 100; ; tries--) {
    try {
      await abandon();
      return;
    } catch (error) {
      if (tries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
