import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { ConfiguredMasternode } from '../../../fixtures/world/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { paidBy, textOf, valueIn } from '../../support/masternodes.ts';

/** The payee of each masternode by its name. */
export type Payees = { readonly [name: string]: string };

/** The list of winners by height; undefined where the answer is no object: the documents do not show it. */
async function winnersByHeight(t: Trial): Promise<{ readonly [height: string]: Wire } | undefined> {
  const winners = (await t.result('masternode winners')) as Wire;
  return winners === null || typeof winners !== 'object' || Array.isArray(winners)
    ? undefined
    : (winners as { readonly [height: string]: Wire });
}

/** Judges that the winner of the next block, with whatever is shown of it, is one masternode, in `masternode winners` too. */
export async function judgeNextWinner(t: Trial, configured: readonly ConfiguredMasternode[], payees: Payees): Promise<void> {
  const current = stringify(await t.result('masternode current'));
  const winner = configured.find(({ name }) => payees[name] !== undefined && current.includes(payees[name]));
  if (winner === undefined) return;
  for (const other of configured.filter((each) => each !== winner))
    for (const what of ['address', 'txid'] as const)
      t.ok(
        !current.includes(`${other[what]}"`) && !current.includes(`${other[what]}-`),
        `masternode current shows the payee of ${winner.name} with the ${what} of ${other.name}`,
        { check: 'only-one' },
      );
  const next = (await winnersByHeight(t))?.[String((await t.result('getblockcount')) + 1)];
  if (next === undefined) return;
  for (const [name, payee] of Object.entries(payees))
    t.equal(textOf(next).includes(payee), name === winner.name, `whether masternode winners shows ${name} for the next block`, {
      check: 'next',
    });
}

/** Judges every winner that is shown for a block of the chain by the outputs of the block. */
export async function judgePastWinners(t: Trial, payees: Payees): Promise<void> {
  const tip = await t.result('getblockcount');
  for (const [height, shown] of Object.entries((await winnersByHeight(t)) ?? {})) {
    if (!/^\d+$/.test(height) || Number(height) > tip) continue;
    const named = Object.keys(payees).filter((name) => textOf(shown).includes(payees[name]!));
    if (named.length === 0) continue; // whether a node names whom it paid without votes is not stated
    const paid = await paidBy(t, Number(height));
    for (const name of named)
      t.ok(paid.includes(payees[name]!), `block ${height} does not pay ${name}, which masternode winners shows for it`, { check: 'paid' });
  }
}

/**
 * Judges `lastpaidblock` and `lastpaidtime` while the last block is out of the chain, and when it is in it again.
 * @param paidBlocks heights of blocks that paid a masternode, ascending; others may have paid it too
 */
export async function judgePaidOutOfChain(
  t: Trial,
  masternodes: readonly ConfiguredMasternode[],
  paidBlocks: { readonly [name: string]: readonly number[] },
): Promise<void> {
  const height = await t.result('getblockcount');
  const blockhash = await t.result('getblockhash', { height });
  const lastPaid = async (masternode: ConfiguredMasternode): Promise<number> => Number(await valueIn(t, 'lastpaidblock', masternode));
  await t.world.result('invalidateblock', { blockhash });
  try {
    for (const masternode of masternodes) {
      const last = await lastPaid(masternode);
      const known = (paidBlocks[masternode.name] ?? []).findLast((other) => other < height) ?? 0;
      t.ok(
        last >= known && last < height,
        `${masternode.name} was last paid at ${last}, after block ${height} was invalidated; block ${known} paid it`,
        { check: 'last' },
      );
      if (last === 0 || last >= height) continue;
      const payee = await valueIn(t, 'payee', masternode);
      t.ok((await paidBy(t, last)).includes(payee), `block ${last} does not pay ${masternode.name}, but is the last that paid it`, {
        check: 'paid',
      });
      const { time } = await t.result('getblockheader', { hash: await t.result('getblockhash', { height: last }) });
      t.equal(await valueIn(t, 'lastpaidtime', masternode), String(time), `when ${masternode.name} was last paid, with block ${last}`);
    }
    await judgePastWinners(t, await payeesOf(t, masternodes));
  } finally {
    await t.world.result('reconsiderblock', { blockhash });
  }
  for (const masternode of masternodes) {
    const known = (paidBlocks[masternode.name] ?? []).at(-1);
    if (known !== undefined)
      t.ok((await lastPaid(masternode)) >= known, `${masternode.name} was last paid at ${await lastPaid(masternode)}, not at ${known}`, {
        check: 'again',
      });
  }
}

/** The payees that `masternodelist` shows. */
export async function payeesOf(t: Trial, masternodes: readonly ConfiguredMasternode[]): Promise<Payees> {
  const payees: { [name: string]: string } = {};
  for (const masternode of masternodes) payees[masternode.name] = await valueIn(t, 'payee', masternode);
  return payees;
}
