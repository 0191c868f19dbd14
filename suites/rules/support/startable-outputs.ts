import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { COIN, fundExpensiveCall } from '../../../fixtures/world/ingredients/coin-pool.ts';
import { COLLATERAL_CONFIRMATIONS } from '../../../fixtures/world/ingredients/masternodes.ts';
import { payByWallet } from '../../../fixtures/world/ingredients/wallet-payments.ts';
import { uncompressedKey } from '../../../fixtures/world/keys.ts';
import type { ConfiguredMasternode } from '../../../fixtures/world/types.ts';
import { configure } from '../../support/masternode-conf.ts';
import { collateralSat, missingOf, namesOf, ofMasternodes } from '../../support/masternodes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';

/** A node may check an announcement after it has answered. */
const LISTED_WITHIN_MS = 5_000;
/** Nothing listens at these ports. */
const FIRST_PORT = 39_100;

/** Addresses of the wallet of several kinds: which of them can be those of a masternode is the node's own to say. */
async function someAddresses(t: Trial): Promise<string[]> {
  const { world } = t;
  const uncompressed = uncompressedKey((await world.fresh('foreignKey')).privateKey, await world.use('chainParameters'));
  world.secrets.add(uncompressed.wif);
  await t.result('importprivkey', { privkey: uncompressed.wif, label: '', rescan: false });
  const made = [uncompressed.address];
  for (const address_type of ['legacy', 'bech32'] as const) made.push(await t.result('getnewaddress', { address_type }));
  return made;
}

/** What the node lists as compatible with masternodes can be one. */
export const startableOutputsCase: Case = rule({
  ...ofMasternodes,
  ownNode: true,
  effect: ['network', 'wallet', 'chain', 'process', 'secret'],
  rule: ['masternode-outputs/compatible', 'masternode-initialize/one-by-name'],
  case: 'startable',
  uses: ['masternodelist', 'masternode list-conf', 'masternode genkey', 'gettxout', 'importprivkey', 'getnewaddress'],
  run: async (t: Trial) => {
    const { world } = t;
    const { configured, own } = await world.use('masternodes');
    const amountSat = await collateralSat(t, own);
    const addresses = await someAddresses(t);
    await fundExpensiveCall(world, BigInt(addresses.length) * amountSat + COIN);
    const payments = [];
    for (const address of addresses) payments.push(await payByWallet(world, [{ address, amountSat }]));
    await world.mine(COLLATERAL_CONFIRMATIONS);
    const shown = stringify(await t.result('masternode outputs'));
    const compatible: ConfiguredMasternode[] = [];
    for (const [at, { txid, vouts }] of payments.entries()) {
      if (!shown.includes(txid)) continue;
      const privateKey = await t.result('masternode genkey');
      if (typeof privateKey !== 'string')
        t.inapplicable('masternode genkey returns no text, so that the key cannot be written to masternode.conf');
      world.secrets.add(privateKey);
      compatible.push({ name: `kind-${at}`, address: `127.0.0.1:${FIRST_PORT + at}`, privateKey, txid, vout: vouts[0]! });
    }
    if (compatible.length === 0) t.sawNothing('output that masternode outputs lists beside those of masternode.conf');
    await configure(t, own, [...configured, ...compatible]);
    // How a refusal is told is not stated: what is listed decides.
    for (const { name } of compatible) await t.call('masternode initialize', { name });
    await holdsWithin(t, LISTED_WITHIN_MS, async () => (await missingOf(t, compatible)).length === 0);
    t.equal(
      namesOf(await missingOf(t, compatible)),
      'none',
      `the masternodes that are not listed after masternode initialize, of ${namesOf(compatible)} whose outputs masternode outputs lists`,
      { check: 'started' },
    );
  },
});
