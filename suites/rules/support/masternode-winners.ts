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

/** Judges that the winner of the next block, with whatever is shown of it, is one masternode. What was voted may differ from it. */
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
}

/** Judges every winner that is shown for a block of the chain by the outputs of the block. */
export async function judgePastWinners(t: Trial, payees: Payees): Promise<void> {
  const tip = await t.result('getblockcount');
  for (const [height, shown] of Object.entries((await winnersByHeight(t)) ?? {})) {
    if (!/^\d+$/.test(height) || Number(height) > tip) continue;
    const named = Object.keys(payees).filter((name) => textOf(shown).includes(payees[name]!));
    // Whom a node names that it paid without votes is not stated; of several that were voted for only one is paid.
    if (named.length !== 1 || textOf(shown).includes(',')) continue;
    const paid = await paidBy(t, Number(height));
    for (const name of named)
      t.ok(paid.includes(payees[name]!), `block ${height} does not pay ${name}, which masternode winners shows for it`, { check: 'paid' });
  }
}

/** The payees that `masternodelist` shows. */
export async function payeesOf(t: Trial, masternodes: readonly ConfiguredMasternode[]): Promise<Payees> {
  const payees: { [name: string]: string } = {};
  for (const masternode of masternodes) payees[masternode.name] = await valueIn(t, 'payee', masternode);
  return payees;
}
