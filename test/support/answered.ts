import { Refused, type AskNode } from './ask.ts';

/** An answered change that the node must still have after a kill. */
interface Fact {
  readonly what: string;
  readonly round: number;
  /** Why it was lost; undefined if it was not. */
  readonly fails: (ask: AskNode) => Promise<string | undefined>;
}

interface BlockFact {
  /** No block below this height has left the chain since. */
  certainBelow: number;
}

interface AddressFact {
  /** Its label; both the old and the new one while a change has no answer. */
  labels: readonly string[];
}

/** The answered changes before the kills, by round. */
export class Answered {
  round = 0;
  readonly #facts: Fact[] = [];
  readonly #blocks: BlockFact[] = [];
  readonly #addresses = new Map<string, AddressFact>();
  readonly wallets = new Set<string>();
  /** No block of this round at or above this height is sure to stay in the chain. */
  #certainBelow = Infinity;

  get count(): number {
    return this.#facts.length;
  }

  beginRound(): void {
    this.round++;
    this.#certainBelow = Infinity;
  }

  block(hash: string): void {
    const block: BlockFact = { certainBelow: this.#certainBelow };
    this.#blocks.push(block);
    this.#keep(`block ${hash}`, async (ask) => {
      const { height, confirmations } = await ask<{ height: number; confirmations: number }>('getblockheader', [hash]);
      if (height < block.certainBelow && confirmations < 1) return `at height ${height}, it is not in the chain any more`;
      return undefined;
    });
  }

  /** From this height on, blocks may leave the chain from now on until the end of the round. */
  chainMayChangeFrom(height: number): void {
    this.#certainBelow = Math.min(this.#certainBelow, height);
    for (const block of this.#blocks) block.certainBelow = Math.min(block.certainBelow, height);
  }

  blockContents(hash: string, txids: readonly string[]): void {
    this.#keep(`the transactions of block ${hash}`, async (ask) => {
      const { tx } = await ask<{ tx: string[] }>('getblock', [hash, 1]);
      return tx.join() === txids.join() ? undefined : `there are ${tx.length}, and ${txids.length} were answered`;
    });
  }

  /** Throws if the address was returned before. */
  address(address: string, wallet: string, label: string): void {
    if (this.#addresses.has(address)) throw new Error(`round ${this.round}: ${address} was given before`);
    const fact: AddressFact = { labels: [label] };
    this.#addresses.set(address, fact);
    this.#keep(`address ${address} of wallet ${wallet}`, async (ask) => {
      const info = await ask<{ ismine: boolean; label: string }>('getaddressinfo', [address], wallet);
      if (!info.ismine) return 'it is not of the wallet any more';
      return fact.labels.includes(info.label) ? undefined : `its label is '${info.label}', not '${fact.labels.join("' or '")}'`;
    });
  }

  /** Changes a label by `change`; if that is not answered, both labels are possible. */
  async label(address: string, label: string, change: () => Promise<void>): Promise<void> {
    const fact = this.#addresses.get(address);
    if (!fact) throw new Error(`${address} was not answered`);
    fact.labels = [...fact.labels, label];
    await change();
    fact.labels = [label];
  }

  /** A transaction sent by a wallet: in the wallet, and in a block or the mempool. */
  payment(txid: string, wallet: string): void {
    this.#keep(`transaction ${txid} of wallet ${wallet}`, async (ask) => {
      const { confirmations } = await ask<{ confirmations: number }>('gettransaction', [txid], wallet);
      if (confirmations > 0) return undefined;
      if (confirmations < 0) return `it has ${confirmations} confirmations`;
      if ((await ask<string[]>('getrawmempool')).includes(txid)) return undefined;
      const why = await refusalOf(ask, txid, wallet);
      // After a reorganisation it may have to wait for the height at which it was made.
      return why === 'non-final' ? undefined : `it is in no block and not in the mempool: ${why}`;
    });
  }

  importedKey(address: string, wif: string, wallet: string): void {
    this.#keep(`the imported key of ${address} in wallet ${wallet}`, async (ask) =>
      (await ask('dumpprivkey', [address], wallet)) === wif ? undefined : 'another key was returned',
    );
  }

  watched(address: string, wallet: string): void {
    this.#keep(`the watched address ${address} in wallet ${wallet}`, async (ask) =>
      (await ask<{ iswatchonly: boolean }>('getaddressinfo', [address], wallet)).iswatchonly ? undefined : 'it is not watched any more',
    );
  }

  banned(subnet: string): void {
    this.#keep(`the ban of ${subnet}`, async (ask) =>
      (await ask<{ address: string }[]>('listbanned')).some(({ address }) => address === subnet) ? undefined : 'it is not banned any more',
    );
  }

  /** A created wallet, loaded unless the node was restarted since. */
  wallet(name: string): void {
    this.wallets.add(name);
    this.#keep(`wallet ${name}`, async (ask) => {
      if (!(await ask<string[]>('listwallets')).includes(name)) await ask('loadwallet', [name]);
      await ask('getnewaddress', [], name);
      return undefined;
    });
  }

  /** A submitted governance object. */
  object(hash: string, dataHex: string): void {
    this.#keep(`governance object ${hash}`, async (ask) => {
      const { DataHex: kept } = await ask<{ DataHex: string }>('gobject', ['get', hash]);
      return kept === dataHex ? undefined : `its data is ${kept}`;
    });
  }

  /** A vote, `outcome:signal`, of the masternode with this collateral, which does not vote again with this signal. */
  vote(hash: string, vote: string, { txid, vout }: { readonly txid: string; readonly vout: number }): void {
    this.#keep(`the vote ${vote} of masternode ${txid}-${vout} on ${hash}`, async (ask) => {
      const votes = Object.values(await ask<Record<string, string>>('gobject', ['getcurrentvotes', hash, txid, String(vout)]));
      return votes.some((text) => text.endsWith(`:${vote}`)) ? undefined : `its votes are ${votes.join(', ')}`;
    });
  }

  /** The losses of the rounds from `sinceRound` on, one line each. */
  async lost(ask: AskNode, sinceRound: number): Promise<string[]> {
    const lost: string[] = [];
    for (const { what, round, fails } of this.#facts) {
      if (round < sinceRound) continue;
      const why = await fails(ask).catch((error: unknown) => {
        if (error instanceof Refused) return error.message;
        throw error;
      });
      if (why !== undefined) lost.push(`round ${round}: ${what}: ${why}`);
    }
    return lost;
  }

  #keep(what: string, fails: Fact['fails']): void {
    this.#facts.push({ what, round: this.round, fails });
  }
}

/** The mempool entry of a transaction, or the refusal of it or of its missing parent. */
async function refusalOf(ask: AskNode, txid: string, wallet: string): Promise<string> {
  const { hex } = await ask<{ hex: string }>('gettransaction', [txid], wallet);
  const [tried] = await ask<{ 'reject-reason'?: string }[]>('testmempoolaccept', [[hex]]);
  const why = tried?.['reject-reason'] ?? 'it is welcome';
  if (why !== 'missing-inputs') return why;
  const { vin } = await ask<{ vin: { txid: string; vout: number }[] }>('decoderawtransaction', [hex]);
  for (const input of vin) {
    if ((await ask('gettxout', [input.txid, input.vout])) === null) return refusalOf(ask, input.txid, wallet);
  }
  return why;
}
