import { writeFileSync } from 'node:fs';
import { operatorWif, SPORK_WIF } from '../../coind/masternodes/testing/masternode-net.ts';
import { regtest } from '../../coind/regtest.ts';
import { ExtChain } from '../../fixtures/ext-chain/ext-chain.ts';
import type { Random } from '../../fixtures/world/random.ts';
import type { StartOptions } from '../../fixtures/targets/types.ts';
import type { Answered } from './answered.ts';
import { Refused, type AskNode } from './ask.ts';

/** The wallet that owns tokens, masternodes and proposals. */
const OWNER = 'owner';
/** Collateral of a masternode in coins. */
const COLLATERAL = 20;
const MASTERNODES = ['mn1', 'mn2', 'mn3', 'mn4', 'mn5'] as const;
const TOKENS = 4;
const SUPPLY = 1_000_000;
const MAX_PROPOSALS = 30;
const SIGNALS = ['funding', 'valid', 'delete'] as const;
const OUTCOMES = ['yes', 'no', 'abstain'] as const;

/** No funds at the moment, a step before it without a confirmation, a fee without six. */
const NOT_NOW: readonly number[] = [-4, -6, -25, -26];

interface Proposal {
  readonly time: number;
  readonly dataHex: string;
  readonly feeTxid: string;
}

interface Holding {
  readonly wallet: string;
  readonly guid: number;
  readonly address: string;
}

interface Ballot {
  readonly hash: string;
  readonly signal: (typeof SIGNALS)[number];
  readonly name: string;
}

/** What the load does; transfers and votes more often than the rest. */
const kinds = ['issue', 'transfer', 'transfer', 'burn', 'mint', 'propose', 'submit', 'vote', 'vote'] as const;
type Kind = (typeof kinds)[number];

/** Start options of a node whose masternode.conf is this file; the node is its first masternode. */
export const serviceOptions = (confFile: string): StartOptions => [
  `-wallet=${OWNER}`,
  '-masternode',
  `-masternodeprivkey=${operatorWif(MASTERNODES[0])}`,
  `-masternodeconf=${confFile}`,
  `-sporkkey=${SPORK_WIF}`,
];

/** Traffic of tokens, mints by proof, proposals and votes. Its answers are recorded. */
export class ServiceLoad {
  readonly tokens: number[] = [];
  /** How often each action was answered. */
  readonly done: { [kind in Kind]: number } = { issue: 0, transfer: 0, burn: 0, mint: 0, propose: 0, submit: 0, vote: 0 };
  /** How often any of them was. */
  get count(): number {
    return Object.values(this.done).reduce((sum, times) => sum + times, 0);
  }
  /** Hashes of the submitted proposals. */
  readonly proposals: string[] = [];
  /** Each returns whether it did something. */
  readonly #actions: { readonly [kind in Kind]: (ask: AskNode) => Promise<boolean> } = {
    issue: (ask) => this.#issue(ask),
    transfer: (ask) => this.#transfer(ask),
    burn: (ask) => this.#burn(ask),
    mint: (ask) => this.#mintByProof(ask),
    propose: (ask) => this.#propose(ask),
    submit: (ask) => this.#submit(ask),
    vote: (ask) => this.#vote(ask),
  };
  readonly #random: Random;
  readonly #answered: Answered;
  readonly #holders: readonly string[];
  readonly #ext = new ExtChain({ seed: 'kills' });
  readonly #prepared: Proposal[] = [];
  readonly #ballots: Ballot[] = [];
  /** Collaterals, by the name of the masternode. */
  readonly #collaterals = new Map<string, { readonly txid: string; readonly vout: number }>();
  /** Addresses that were sent tokens. */
  readonly #held: Holding[] = [];
  #preparedCount = 0;

  /** @param holders wallets that hold tokens */
  constructor({
    random,
    answered,
    holders,
  }: {
    readonly random: Random;
    readonly answered: Answered;
    readonly holders: readonly string[];
  }) {
    this.#random = random;
    this.#answered = answered;
    this.#holders = holders;
  }

  /** Funds the owner, starts masternodes and creates tokens. */
  async prepare(ask: AskNode, confFile: string): Promise<void> {
    const mine = async (count: number): Promise<void> => {
      const address = await ask<string>('getnewaddress', [], OWNER);
      for (const hash of await ask<string[]>('generatetoaddress', [count, address])) this.#answered.block(hash);
    };
    await mine(30);
    const foreign = await ask<string>('getnewaddress', [], this.#holders[0]);
    for (const hash of await ask<string[]>('generatetoaddress', [101, foreign])) this.#answered.block(hash);
    const lines: string[] = [];
    for (const [at, name] of MASTERNODES.entries()) {
      const address = await ask<string>('getnewaddress', [], OWNER);
      const txid = await ask<string>('sendtoaddress', [address, COLLATERAL], OWNER);
      const { details } = await ask<{ details: { address: string; vout: number }[] }>('gettransaction', [txid], OWNER);
      const vout = details.find((detail) => detail.address === address)!.vout;
      this.#collaterals.set(name, { txid, vout });
      lines.push(`${name} 127.0.0.1:${20_000 + at} ${operatorWif(name)} ${txid} ${vout}`);
    }
    writeFileSync(confFile, `${lines.join('\n')}\n`);
    await mine(6);
    await ask('masternode', ['start-all'], OWNER);
    await ask('setspork', ['SPORK_9_SUPERBLOCKS_ENABLED', 1]);
    for (let at = 0; at < TOKENS; at++) {
      const args = [1, `KILL${at}`, 'survives', at % 2 === 0 ? '' : 'c5'.repeat(20), at, SUPPLY];
      const created = await ask<{ txid: string; asset_guid: number }>('assetnew', args, OWNER);
      this.#answered.payment(created.txid, OWNER);
      this.tokens.push(created.asset_guid);
      await mine(1);
    }
    for (const guid of this.tokens)
      for (const wallet of this.#holders) {
        await this.#issueTo(ask, { guid, wallet, address: await ask('getnewaddress', ['', 'bech32'], wallet) });
        await mine(1);
      }
    await this.#propose(ask);
    await mine(6);
    await this.#submit(ask);
    await this.restarted(ask);
  }

  /** To be called when a node runs again: superblocks are only paid by a node that is synchronised. */
  async restarted(ask: AskNode): Promise<void> {
    for (;;) {
      const { IsSynced: isSynced } = await ask<{ IsSynced: boolean }>('mnsync', ['status']);
      if (isSynced) return;
      await ask('mnsync', ['next']);
    }
  }

  /** One random action. A refusal for what may not be possible now is no trouble. */
  async act(ask: AskNode): Promise<void> {
    const kind = this.#random.pick(kinds);
    try {
      if (await this.#actions[kind](ask)) this.done[kind] += 1;
    } catch (error) {
      if (!(error instanceof Refused) || !NOT_NOW.includes(error.code)) throw error;
    }
  }

  #holder(): string {
    return this.#random.pick(this.#holders);
  }

  async #newHolding(ask: AskNode): Promise<Holding> {
    const wallet = this.#holder();
    return { wallet, guid: this.#random.pick(this.tokens), address: await ask('getnewaddress', ['', 'bech32'], wallet) };
  }

  async #issueTo(ask: AskNode, to: Holding): Promise<void> {
    const args = [to.guid, to.address, this.#random.integer(100, 500)];
    this.#answered.payment(await ask('assetsend', args, OWNER), OWNER);
    this.#held.push(to);
  }

  async #issue(ask: AskNode): Promise<boolean> {
    await this.#issueTo(ask, await this.#newHolding(ask));
    return true;
  }

  async #transfer(ask: AskNode): Promise<boolean> {
    const [from, to] = [this.#holder(), await this.#newHolding(ask)];
    const args = [to.guid, to.address, this.#random.integer(1, 20)];
    this.#answered.payment(await ask('assetallocationsend', args, from), from);
    this.#held.push(to);
    return true;
  }

  async #burn(ask: AskNode): Promise<boolean> {
    const { wallet, guid, address } = this.#random.pick(this.#held);
    this.#answered.payment(await ask('assetallocationburn', [guid, address, 1, this.#random.hex(20)], wallet), wallet);
    return true;
  }

  /** Mints coin by the proof of a burn on the external chain. */
  async #mintByProof(ask: AskNode): Promise<boolean> {
    const to = this.#holder();
    const [address, witness] = [await ask<string>('getnewaddress', ['', 'bech32'], to), await this.#withCoin(ask, to)];
    if (witness === undefined) return false;
    const amount = BigInt(this.#random.integer(1_000, 100_000_000));
    const contract = regtest.bridgeContract.toString('hex');
    const { block, proofs } = await this.#ext.mine([{ contract, amount, assetGuid: 0, address }], 3);
    await ask('coinsetextheaders', [[[block.number, block.root]]]);
    const { blocknumber, tx_hex, txroot_hex, txmerkleproof_hex, txmerkleroofpath_hex } = proofs[0]!;
    const args = [address, String(Number(amount) / 1e8), blocknumber, tx_hex, txroot_hex, txmerkleproof_hex, txmerkleroofpath_hex, witness];
    const [unsigned] = await ask<[string]>('coinmint', args, to);
    const { hex } = await ask<{ hex: string }>('signrawtransactionwithwallet', [unsigned], to);
    // Another worker may have spent the same coin meanwhile.
    this.#answered.payment(await ask('sendrawtransaction', [hex]), to);
    return true;
  }

  async #withCoin(ask: AskNode, wallet: string): Promise<string | undefined> {
    const coins = await ask<{ address: string; amount: number }[]>('listunspent', [1], wallet);
    const fitting = coins.filter(({ amount }) => amount > 0.01);
    return fitting.length === 0 ? undefined : this.#random.pick(fitting).address;
  }

  async #propose(ask: AskNode): Promise<boolean> {
    if (this.#preparedCount >= MAX_PROPOSALS) return false;
    this.#preparedCount += 1;
    const time = Math.floor(Date.now() / 1000);
    const content = {
      type: 1,
      name: `kill-${this.#preparedCount}`,
      start_epoch: time - 86_400,
      end_epoch: time + 86_400,
      payment_address: await ask<string>('getnewaddress', [], this.#holder()),
      payment_amount: this.#random.integer(1, 4),
      url: 'https://proposal.example/',
    };
    const dataHex = Buffer.from(JSON.stringify(content)).toString('hex');
    const feeTxid = await ask<string>('gobject', ['prepare', '0', 1, time, dataHex], OWNER);
    this.#answered.payment(feeTxid, OWNER);
    this.#prepared.push({ time, dataHex, feeTxid });
    return true;
  }

  async #submit(ask: AskNode): Promise<boolean> {
    const [next] = this.#prepared;
    if (next === undefined) return false;
    const hash = await ask<string>('gobject', ['submit', '0', 1, next.time, next.dataHex, next.feeTxid]);
    if (this.proposals.includes(hash)) return false; // another worker submitted it too
    this.#prepared.splice(this.#prepared.indexOf(next), 1);
    this.proposals.push(hash);
    this.#answered.object(hash, next.dataHex);
    for (const name of MASTERNODES) for (const signal of SIGNALS) this.#ballots.push({ hash, signal, name });
    return true;
  }

  /** Each masternode votes once on a proposal with each signal. */
  async #vote(ask: AskNode): Promise<boolean> {
    if (this.#ballots.length === 0) return false;
    const [ballot] = this.#ballots.splice(this.#random.integer(0, this.#ballots.length - 1), 1) as [Ballot];
    const { hash, signal, name } = ballot;
    // Votes to delete would remove what the others count.
    const outcome =
      signal === 'funding' ? this.#random.pick(['yes', 'yes', 'no']) : signal === 'delete' ? 'no' : this.#random.pick(OUTCOMES);
    const { detail } = await ask<{ detail: Record<string, { result: string }> }>('gobject', ['vote-name', hash, signal, outcome, name]);
    if (detail[name]?.result !== 'successful') throw new Error(`${name} could not vote: ${JSON.stringify(detail)}`);
    this.#answered.vote(hash, `${outcome}:${signal}`, this.#collaterals.get(name)!);
    return true;
  }
}
