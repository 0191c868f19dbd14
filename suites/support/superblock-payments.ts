import { satoshis } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import { ownAddress } from '../../fixtures/world/ingredients/addresses.ts';
import type { VoteOutcome } from '../../fixtures/world/votes.ts';
import { prepare, submit } from './own-proposals.ts';
import { finishSync } from './finish-sync.ts';

/** Nodes of main networks have cycles of thousands of blocks. */
export const MAX_CYCLE = 100;

/** Methods that these functions call. */
export const superblockMethods = [
  'getgovernanceinfo',
  'getsuperblockbudget',
  'getblockcount',
  'getblockhash',
  'getblock',
  'mnsync',
  'spork',
] as const;

/** Enables superblocks, as far as the node lets that be done: the documents do not state what enables them. */
export async function enableSuperblocks(t: Trial): Promise<void> {
  await finishSync(t);
  const active = Object.entries(await t.result('spork', { command: 'active' })).filter(([name]) => name.includes('SUPERBLOCK'));
  for (const [name, isActive] of active) if (isActive === false) await t.world.service.call('setspork', { name, value: 1 });
}

/** A proposal that asks for an amount. */
export interface Request {
  /** Only it is paid to this address. */
  readonly address: string;
  readonly hash: string;
}

/** Submits a proposal that asks for whole coins, to an address of its own. All masternodes vote on its funding, unless `outcome` is undefined. */
export async function request(t: Trial, coins: number, outcome: VoteOutcome | undefined): Promise<Request> {
  const { address } = await ownAddress(t.world, 'legacy');
  const { hash } = await submit(t, await prepare(t, { members: { payment_address: address, payment_amount: coins } }));
  if (outcome !== undefined) await t.result('gobject vote-many', { 'governance-hash': hash, signal: 'funding', outcome });
  return { address, hash };
}

/** What a coinbase pays to each of some addresses, satoshis. */
export interface PaidBlock {
  readonly height: number;
  readonly paidSat: ReadonlyMap<string, bigint>;
}

/** Mines the next two superblocks, as the next one may be too near for the votes. Returns the blocks that pay any of the addresses. */
export async function mineSuperblocks(t: Trial, addresses: readonly string[]): Promise<PaidBlock[]> {
  const { nextsuperblock, superblockcycle: cycle } = await t.result('getgovernanceinfo');
  if (cycle > MAX_CYCLE) t.inapplicable(`a cycle of ${cycle} blocks is too long to be mined`);
  const paid: PaidBlock[] = [];
  for (let height = (await t.result('getblockcount')) + 1; height <= nextsuperblock + cycle; height++) {
    await t.world.mine(1);
    const paidSat = await payments(t, height, addresses);
    if (paidSat.size > 0) paid.push({ height, paidSat });
  }
  return paid;
}

async function payments(t: Trial, height: number, addresses: readonly string[]): Promise<Map<string, bigint>> {
  const { tx } = await t.result('getblock', { blockhash: await t.result('getblockhash', { height }), verbosity: 2 });
  const paid = new Map<string, bigint>();
  for (const { value, scriptPubKey } of tx[0]?.vout ?? [])
    for (const address of scriptPubKey.addresses ?? [])
      if (addresses.includes(address)) paid.set(address, (paid.get(address) ?? 0n) + satoshis(value));
  return paid;
}
