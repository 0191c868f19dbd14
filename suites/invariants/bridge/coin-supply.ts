import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import { bridgeCalls, confirmed, mintOf, transactionIn, witnessOf } from '../../support/bridge.ts';
import { invariant } from '../invariant.ts';

const changing = { effect: ['wallet', 'chain', 'network'], evidence: 'standard', source: 'arithmetic' } as const;
const uses = ['gettxoutsetinfo', 'getblock', 'getblockhash', ...bridgeCalls] as const satisfies readonly MethodId[];

/** The sum of all unspent outputs, and the height of the tip. */
async function coins(t: Trial): Promise<{ readonly sat: bigint; readonly height: number }> {
  const { total_amount: total, height } = await t.result('gettxoutsetinfo');
  return { sat: satoshis(total), height };
}

/** What the coinbase of a block has more than the fees of its transactions: the coins that the block makes. */
async function madeIn(t: Trial, height: number): Promise<bigint> {
  const blockhash = await t.result('getblockhash', { height });
  const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
  const { totalfee } = await t.result('getblockstats', { hash_or_height: height, stats: ['totalfee'] });
  const outputs = tx[0]?.vout ?? [];
  return outputs.reduce((sum, { value }) => sum + satoshis(value), 0n) - BigInt(totalfee ?? 0);
}

/**
 * Checks that steps change the sum of all coins by this amount, beside what blocks make. The memory pool is mined first: what others
 * left there may burn coins, as the fee of a proposal does.
 */
async function changesBy(t: Trial, expected: bigint, what: string, steps: () => Promise<unknown>): Promise<void> {
  await t.world.mine(1);
  const before = await coins(t);
  await steps();
  const after = await coins(t);
  let made = 0n;
  for (let height = before.height + 1; height <= after.height; height++) made += await madeIn(t, height);
  t.equal(
    after.sat - before.sat - made,
    expected,
    `satoshis by which the sum of all coins changes with ${what}, beside new coins of blocks`,
  );
}

const someSat = (t: Trial): bigint => BigInt(t.random.integer(1_000_000, 90_000_000));

async function burn(t: Trial, amountSat: bigint, toBridge: boolean): Promise<void> {
  const answer = await t.result('coinburn', {
    amount: formatSat(amountSat),
    burn_to_bridged: toBridge,
    ext_destination_address: t.random.hex(20),
  });
  await confirmed(t, await transactionIn(t, answer));
}

export const coinSupplyInvariants: readonly Case[] = [
  ...([true, false] as const).map((toBridge) =>
    invariant({
      ...changing,
      id: `coin-supply/burnt-${toBridge ? 'to-bridge' : 'for-good'}`,
      text: `The sum of all coins falls by what is burnt ${toBridge ? 'to the bridged token' : 'for good'}.`,
      methods: ['coinburn', 'getblockstats', ...uses],
      run: async (t) => {
        await t.world.use('funds');
        const amountSat = someSat(t);
        await changesBy(t, -amountSat, `a burn of ${amountSat}`, () => burn(t, amountSat, toBridge));
      },
    }),
  ),
  invariant({
    ...changing,
    id: 'coin-supply/minted',
    text: 'The sum of all coins rises by what is minted of a burn on the external chain.',
    methods: ['coinmint', 'coinsetextheaders', 'getblockstats', ...uses],
    run: async (t) => {
      const proof = await t.world.fresh('extBurn');
      const witness = await witnessOf(t);
      await changesBy(t, proof.amountSat, `a mint of ${proof.amountSat}`, async () =>
        confirmed(t, await mintOf(t, { burn: proof, witness })),
      );
    },
  }),
  invariant({
    ...changing,
    id: 'coin-supply/there-and-back',
    text: 'Coins that are burnt on one side and minted on the other leave the sum of all coins as it was.',
    methods: ['coinmint', 'coinburn', 'coinsetextheaders', 'getblockstats', ...uses],
    run: async (t) => {
      const proof = await t.world.fresh('extBurn');
      await t.world.use('funds');
      await changesBy(t, 0n, 'a burn and a mint of the same amount', async () => {
        await burn(t, proof.amountSat, true);
        await confirmed(t, await mintOf(t, { burn: proof, witness: await witnessOf(t) }));
      });
    },
  }),
  invariant({
    ...changing,
    id: 'coin-supply/transfers',
    text: 'A payment leaves the sum of all coins as it was.',
    methods: ['gettxoutsetinfo', 'sendtoaddress', 'getblockstats', 'getblock', 'getblockhash'],
    run: async (t) => {
      const { addresses } = await t.world.use('foreignKey');
      await t.world.use('funds');
      await changesBy(t, 0n, 'a payment', async () => {
        await t.result('sendtoaddress', { address: addresses.bech32, amount: formatSat(someSat(t)) });
        await t.world.mine(1);
      });
    },
  }),
];
