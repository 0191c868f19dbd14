import { expect } from 'vitest';
import { testInFamily, type FamilyNode } from '../../../testing/family.ts';

interface Entry {
  readonly txid: string;
  readonly confirmations: number;
  readonly trusted?: boolean;
  readonly walletconflicts: readonly string[];
  readonly comment?: string;
  readonly to?: string;
  readonly replaces_txid?: string;
  readonly replaced_by_txid?: string;
}

/** Fields of a transaction in gettransaction and in each list entry; ids are replaced by the names of the transactions. */
async function entriesOf({ call }: FamilyNode, names: { readonly [name: string]: string }): Promise<unknown> {
  const nameOf = (txid: string | undefined): string | undefined => Object.keys(names).find((name) => names[name] === txid);
  const facts = ({
    confirmations,
    trusted,
    walletconflicts,
    comment,
    to,
    replaces_txid: replaces,
    replaced_by_txid: replacedBy,
  }: Entry): unknown => ({
    confirmations,
    trusted,
    conflicts: walletconflicts.map(nameOf).sort(),
    comment,
    to,
    replaces: nameOf(replaces),
    replacedBy: nameOf(replacedBy),
  });
  const listed = await call<Entry[]>('listtransactions', '*', 1000);
  const { transactions } = await call<{ transactions: Entry[] }>('listsinceblock');
  const all: { [name: string]: unknown } = {};
  for (const [name, txid] of Object.entries(names)) {
    const fetched = JSON.stringify(facts(await call<Entry>('gettransaction', txid)));
    const entries = [...listed, ...transactions].filter((entry) => entry.txid === txid).map((entry) => JSON.stringify(facts(entry)));
    // All have the transaction, with the same fields.
    all[name] = entries.length >= 2 && entries.every((entry) => entry === fetched) ? JSON.parse(fetched) : [fetched, ...entries];
  }
  return all;
}

const plain = { confirmations: 0, conflicts: [] as string[] };

testInFamily(
  'comments on a payment and its replacements are in gettransaction and in the lists',
  async (node) => {
    const { call } = node;
    await call('generatetoaddress', 101, await call('getnewaddress'));
    const noted = await call('sendtoaddress', await call('getnewaddress'), 1, 'for the roof', 'Ann');
    await call('generatetoaddress', 1, await call('getnewaddress'));
    const original = await call('sendtoaddress', await call('getnewaddress'), 1, 'c', 't', false, true);
    const { txid: bumped } = await call<{ txid: string }>('bumpfee', original);
    // The wallet of litecoind hears from its pool a moment after the answer.
    await expect.poll(async () => (await call<Entry>('gettransaction', original)).trusted).toBe(false);
    const pending = await entriesOf(node, { noted, original, bumped });
    await call('generatetoaddress', 1, await call('getnewaddress'));
    return { pending, mined: await entriesOf(node, { noted, original, bumped }) };
  },
  {
    pending: {
      noted: { confirmations: 1, conflicts: [], comment: 'for the roof', to: 'Ann' },
      original: { ...plain, trusted: false, conflicts: ['bumped'], comment: 'c', to: 't', replacedBy: 'bumped' },
      bumped: { ...plain, trusted: true, conflicts: ['original'], comment: 'c', to: 't', replaces: 'original' },
    },
    mined: {
      noted: { confirmations: 2, conflicts: [], comment: 'for the roof', to: 'Ann' },
      original: { confirmations: -1, trusted: false, conflicts: ['bumped'], comment: 'c', to: 't', replacedBy: 'bumped' },
      bumped: { confirmations: 1, conflicts: ['original'], comment: 'c', to: 't', replaces: 'original' },
    },
  },
);

// The block that has its rival then: as high as the first one, or higher.
for (const between of [0, 1]) {
  testInFamily(
    `a payment conflicts with the chain that its wallet is loaded beside, if another block came in place of the first: ${between} between`,
    async ({ call }) => {
      const address = await call('getnewaddress');
      const other = await call('getnewaddress');
      await call('generatetoaddress', 101, address);
      const original = await call('sendtoaddress', await call('getnewaddress'), 1, '', '', false, true);
      await call('bumpfee', original);
      const confirmations = async (): Promise<number> => (await call<Entry>('gettransaction', original)).confirmations;
      await call('generatetoaddress', 1, address);
      const before = await confirmations();
      await call('unloadwallet', '');
      await call('invalidateblock', await call('getbestblockhash'));
      for (let empty = 0; empty < between; empty++) await call('generateblock', other, []);
      await call('generatetoaddress', 1, other);
      await call('loadwallet', '');
      return [before, await confirmations()];
    },
    [-1, -1],
  );
}
