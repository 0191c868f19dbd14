import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { COIN, fundExpensiveCall } from '../../../fixtures/world/ingredients/coin-pool.ts';
import { segwitAddress, uncompressedKey } from '../../../fixtures/world/keys.ts';
import { COLLATERAL_CONFIRMATIONS } from '../../../fixtures/world/ingredients/masternodes.ts';
import { payByWallet } from '../../../fixtures/world/ingredients/wallet-payments.ts';
import { configure } from '../../support/masternode-conf.ts';
import { collateralSat, missingOf, namesOf, ofMasternodes } from '../../support/masternodes.ts';
import { fromHex, hash160 } from '../../../oracles/bytes.ts';
import { txidOf } from '../../../oracles/transaction.ts';
import { blockOn, OPEN_SCRIPT, submitOwn, tipPlace } from '../../support/own-blocks.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';

/** A node may check an announcement after it has answered. */
const LISTED_WITHIN_MS = 5_000;

interface Output {
  readonly txid: string;
  readonly vout: number;
}

/** Outputs of the amount of a collateral with which the wallet cannot sign an announcement as with the others. */
async function oddCollaterals(t: Trial, amountSat: bigint): Promise<Output[]> {
  const { world } = t;
  const wrapped = await world.result('getnewaddress', { address_type: 'p2sh-segwit' });
  const { publicKey, addresses } = await world.fresh('foreignKey');
  await t.result('importpubkey', { pubkey: publicKey, label: '', rescan: false });
  // Its witness program is the hash of a key of the wallet, and no key can spend it (BIP 143).
  const chain = await world.use('chainParameters');
  const uncompressed = uncompressedKey((await world.fresh('foreignKey')).privateKey, chain);
  world.secrets.add(uncompressed.wif);
  await t.result('importprivkey', { privkey: uncompressed.wif, label: '', rescan: false });
  const unspendable = segwitAddress(hash160(fromHex(uncompressed.publicKey)), chain.hrp);
  const addressees = [wrapped, addresses.legacy, unspendable];
  await fundExpensiveCall(world, BigInt(addressees.length) * amountSat + COIN);
  const odd: Output[] = [];
  for (const to of addressees) {
    const { txid, vouts } = await payByWallet(world, [{ address: to, amountSat }]);
    odd.push({ txid, vout: vouts[0]! });
  }
  await world.mine(1);
  const { bytes, coinbase } = blockOn(t, await tipPlace(t), {
    coinbase: (usual) => ({ ...usual, outputs: [{ valueSat: amountSat, script: OPEN_SCRIPT }] }),
  });
  // A collateral may be more than a block pays.
  if ((await submitOwn(t, bytes)).said === null) odd.push({ txid: txidOf(coinbase), vout: 0 });
  await world.mine(COLLATERAL_CONFIRMATIONS);
  return odd;
}

/** Starts of masternodes whose collateral is not as that of the others: a failure of one keeps no other from being started. */
export const oddCollateralsCase: Case = rule({
  ...ofMasternodes,
  ownNode: true,
  effect: ['network', 'wallet', 'chain', 'process', 'secret'],
  rule: ['masternode-initialize/one-by-name', 'masternode-start-all/by-mode'],
  case: 'odd-collaterals',
  uses: [
    ...(['masternodelist', 'masternode list-conf', 'masternodebroadcast create-all'] as const),
    ...(['gettxout', 'importpubkey', 'importprivkey', 'getbestblockhash', 'getblockheader'] as const),
  ],
  run: async (t: Trial) => {
    const { configured, own } = await t.world.use('masternodes');
    const { txid } = configured[0]!;
    const outputs = await oddCollaterals(t, await collateralSat(t, configured[0]!));
    // One that no transaction has, and one of an unknown transaction.
    outputs.push({ txid, vout: 99 }, { txid: t.random.hex(32), vout: 0 });
    const odd = outputs.map((output, i) => ({ ...own, ...output, name: `odd-${i}` }));
    await configure(t, own, [...odd, ...configured]);
    // Refused, reported as failed, or started.
    for (const { name } of odd) await t.call('masternode initialize', { name });
    await t.call('masternodebroadcast create-all');
    t.equal(namesOf(await missingOf(t, configured)), namesOf(configured), 'the masternodes that are not listed after others were started', {
      check: 'only-one',
    });
    if (!(await t.call('masternode start-all')).ok) return;
    await holdsWithin(t, LISTED_WITHIN_MS, async () => (await missingOf(t, configured)).length === 0);
    t.equal(namesOf(await missingOf(t, configured)), 'none', 'the masternodes that are not listed after start-all, which others fail', {
      check: 'started',
    });
  },
});
