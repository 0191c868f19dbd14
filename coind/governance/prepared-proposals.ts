import { NULL_ID } from '../primitives/transaction.ts';
import type { Codec, State, Table } from '../state/types.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { SpendDeps } from '../wallet/spend/spend-deps.ts';
import { payFromWallet } from '../wallet/spend/pay.ts';
import { feeScript } from './fee-payments.ts';
import { objectHash, type ObjectContent } from './governance-object.ts';

const codec: Codec<ObjectContent> = {
  encode: ({ data, ...content }) => Buffer.from(JSON.stringify({ ...content, data: data.toString('hex') })),
  decode(bytes) {
    const { data, ...content } = JSON.parse(bytes.toString()) as Omit<ObjectContent, 'data' | 'maker'> & { readonly data: string };
    return { ...content, data: Buffer.from(data, 'hex'), maker: undefined };
  },
};

/** The proposals whose fee this node has paid, by the txid of the fee transaction. */
export class PreparedProposals {
  readonly #table: Table<ObjectContent>;

  constructor(state: State) {
    this.#table = state.table('governance.prepared', codec);
  }

  /**
   * Pays the fee of a proposal from a wallet, and keeps what it was paid for. Returns the txid of the fee transaction. Throws
   * as `payFromWallet` does.
   */
  prepare(content: ObjectContent, wallet: Wallet, deps: SpendDeps): string {
    const { proposalFeeSat } = deps.params.governance;
    const payment = { scriptPubKey: feeScript(objectHash(content)), valueSat: proposalFeeSat, bearsFee: false };
    const { txid } = payFromWallet(
      { payments: [payment], fee: { estimateMode: 'UNSET' }, replaceable: false, comment: 'fee of a proposal' },
      wallet,
      deps,
    );
    this.#table.set(txid, content);
    return txid;
  }

  /** The arguments of `gobject submit` that differ from those with which its fee transaction was prepared here. */
  differences(content: ObjectContent, feeTxid: string): string[] {
    const prepared = this.#table.get(feeTxid);
    if (prepared === undefined) return [];
    const shown = (hash: string): string => (hash === NULL_ID ? '0' : hash);
    return [
      ['parent-hash', shown(prepared.parentHash), shown(content.parentHash)],
      ['revision', prepared.revision, content.revision],
      ['time', prepared.time, content.time],
      ['data-hex', prepared.data.toString('hex'), content.data.toString('hex')],
    ].flatMap(([name, before, now]) => (before === now ? [] : [`${name} was ${before}, not ${now}`]));
  }
}
