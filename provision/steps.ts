import { satoshis, stringify } from '../client/wire-json.ts';
import { TOO_EARLY } from '../fixtures/registry/registry-messages.ts';
import type { TokenState } from '../fixtures/registry/token-state.ts';
import { ownAddress } from '../fixtures/world/ingredients/addresses.ts';
import { fundToken } from '../fixtures/world/ingredients/tokens.ts';
import { updateArguments } from '../fixtures/world/update-arguments.ts';
import type { StateRowId } from '../specs/model/generated/ids.d.ts';
import type { WireNumber } from '../specs/model/wire.ts';
import { ProvisionError } from './errors.ts';
import { canBridge, mintByBurn } from './mint-by-burn.ts';
import type { Provisioning } from './provisioning.ts';

/** A transition of the table of states. */
export interface Step {
  readonly row: StateRowId;
  readonly title: string;
  readonly next: TokenState;
  /** Whether it can be made on this node. Default: always. */
  isPossible?(p: Provisioning): boolean;
  run(p: Provisioning): Promise<void>;
}

const SUPPLY = '1000';
const PRECISION = 8;
/** All rights but none that the documents lack: see the table of flags. */
const ALL_RIGHTS = 127;
const NO_RIGHTS = 0;
const EXT_ADDRESS_BYTES = 20;
/** Blocks that are mined at most to reach a superblock. */
const MAX_CYCLE = 2_000;

const sameAmount = (a: WireNumber, b: WireNumber | string): boolean => satoshis(a) === satoshis(b);

/** The steps in their order. A token whose contract has changed is registered again, as the documents demand. */
export const steps: readonly Step[] = [
  { row: 'provisioning-create', title: 'Create the token', next: 'token created', run: create },
  { row: 'provisioning-mint', title: 'Mint the whole supply', next: 'entire supply minted to owner', run: mint },
  { row: 'provisioning-burn', title: 'Burn the whole supply', next: 'supply burned', run: burn },
  { row: 'provisioning-register', title: 'Register the token', next: 'registered', run: register },
  { row: 'provisioning-burn', title: 'Mint by a burn on the external chain', next: 'registered', isPossible: canBridge, run: mintByBurn },
  { row: 'provisioning-change-contract', title: 'Change the contract', next: 'registration outdated', run: changeContract },
  { row: 'provisioning-register', title: 'Register the new contract', next: 'registered', run: register },
  { row: 'provisioning-reduce-trust', title: 'Give up the rights to update', next: 'trust-minimized', run: reduceTrust },
];

async function create(p: Provisioning): Promise<void> {
  const { world, random } = p;
  await fundToken(world);
  await beginCycle(p);
  const contract = random.hex(EXT_ADDRESS_BYTES);
  const created = await p.call('assetnew', {
    funding_amount: '1',
    symbol: random.word(6).toUpperCase(),
    description: 'provisioned by pyx',
    contract,
    precision: PRECISION,
    max_supply: SUPPLY,
    updatecapability_flags: ALL_RIGHTS,
  });
  p.token = { guid: created.asset_guid, contractTxid: created.txid, supply: SUPPLY };
  await world.mine(1);
  const info = await p.info();
  p.expect('txid of assetinfo', info.txid, created.txid);
  p.expect('contract of assetinfo', info.contract, `0x${contract}`);
  p.expect('update_flags of assetinfo', String(info.update_flags), String(ALL_RIGHTS));
  if (!sameAmount(info.max_supply, SUPPLY)) p.problem(`max_supply is ${stringify(info.max_supply)}, expected ${SUPPLY}`);
  if (!sameAmount(info.total_supply, '0')) p.problem(`total_supply is ${stringify(info.total_supply)} before anything was minted`);
}

async function mint(p: Provisioning): Promise<void> {
  const { address: holder } = await ownAddress(p.world, 'bech32');
  const { guid, supply } = p.made;
  await p.call('assetsend', { asset_guid: guid, address: holder, amount: supply });
  p.token = { ...p.made, holder };
  await p.world.mine(1);
  const { total_supply: total, max_supply: max } = await p.info();
  if (!sameAmount(total, max)) p.problem(`total_supply is ${stringify(total)} of ${stringify(max)} after all of it was minted`);
}

async function burn(p: Provisioning): Promise<void> {
  const { guid, supply: amount, holder: address = '' } = p.made;
  const burnt = { asset_guid: guid, address, amount, 'ext address': p.random.hex(EXT_ADDRESS_BYTES) };
  await p.call('assetallocationburn', burnt);
  await p.world.mine(1);
  const { total_supply: total } = await p.info();
  if (!sameAmount(total, '0')) p.problem(`total_supply is ${stringify(total)} after all of it was burnt`);
  await p.mustRefuse('assetsend', { asset_guid: guid, address, amount: '1' }, 'only the bridge process mints after the supply is burnt');
}

/** Attempts to register until the superblock is stored and approved, mining up to the next superblock in between. */
async function register(p: Provisioning): Promise<void> {
  for (let superblocks = 0; superblocks <= 2; superblocks++) {
    const message = await p.attempt();
    if (message === undefined) return;
    if (message !== TOO_EARLY.notStored && message !== TOO_EARLY.notApproved) throw p.over(`the registry refuses the token: ${message}`);
    await p.world.mine(await blocksToSuperblock(p));
  }
  throw p.over('the superblock was not settled after two superblocks');
}

async function changeContract(p: Provisioning): Promise<void> {
  await beginCycle(p);
  const contract = p.random.hex(EXT_ADDRESS_BYTES);
  const txid = await p.call('assetupdate', updateArguments(p.made.guid, { contract }) as never);
  if (typeof txid !== 'string') throw p.over('assetupdate returns no txid, so that its transaction cannot be registered');
  p.token = { ...p.made, contractTxid: txid };
  await p.world.mine(1);
  p.expect('contract of assetinfo', (await p.info()).contract, `0x${contract}`);
}

async function reduceTrust(p: Provisioning): Promise<void> {
  const { guid } = p.made;
  await p.call('assetupdate', updateArguments(guid, { updatecapability_flags: NO_RIGHTS }) as never);
  await p.world.mine(1);
  p.expect('update_flags of assetinfo', String((await p.info()).update_flags), String(NO_RIGHTS));
  const again = updateArguments(guid, { updatecapability_flags: ALL_RIGHTS });
  await p.mustRefuse('assetupdate', again, 'flags of 0 permit no update');
}

/** Number of blocks up to the next superblock. Throws `ProvisionError` for a chain on which it is too far. */
async function blocksToSuperblock({ world }: Provisioning): Promise<number> {
  const { nextsuperblock } = await world.result('getgovernanceinfo');
  const blocks = nextsuperblock - (await world.result('getblockcount'));
  if (blocks > MAX_CYCLE)
    throw new ProvisionError(`the next superblock is ${blocks} blocks away, and at most ${MAX_CYCLE} are mined`, {
      remedy: 'use a node whose superblocks are closer, such as --target embedded',
    });
  return Math.max(1, blocks);
}

/** Mines up to a superblock: what follows has a whole cycle before it is settled, so that each message is seen. */
async function beginCycle(p: Provisioning): Promise<void> {
  await p.world.mine(await blocksToSuperblock(p));
}
