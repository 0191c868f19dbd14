import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { announce, burnOn } from '../../../fixtures/world/ingredients/external-burns.ts';
import { isInPool } from '../../../fixtures/world/ingredients/chain-places.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { updateArguments } from '../../../fixtures/world/update-arguments.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { serialize } from '../../../oracles/transaction.ts';
import { decodedTransaction } from '../../support/decoded.ts';
import { REPLACEABLE } from '../../support/replaceability.ts';
import { bridgeCalls, signedBy, unsentMint, witnessOf } from '../../support/bridge.ts';
import type { BridgedToken } from '../../support/provisioning.ts';
import { mustTotal, text } from '../../support/token-supply.ts';
import { confirmedToken } from '../../support/tokens.ts';
import { invariant } from '../invariant.ts';

const UNIT = 100_000_000n;
const MAX_SUPPLY = 10n * UNIT;
/** More than a replacement must pay in addition. */
const MORE_FEE_SAT = 100_000n;
/** All rights to update. */
const ALL_RIGHTS = 127;
/** A fee delta that keeps a transaction out of blocks. */
const PUT_OFF_SAT = 100_000_000;

const uses = ['assetsend', 'assetnew', 'coinmint', 'coinsetextheaders', 'testmempoolaccept', ...bridgeCalls] as const;
const waiting = {
  effect: ['wallet', 'chain', 'network'],
  evidence: 'document',
  source: 'document 3, Platform tokens',
} as const;

/** A token that its owner and the bridge mint. */
async function newBridged(t: Trial): Promise<BridgedToken> {
  if (t.world.facts.bridgeContract === undefined)
    t.inapplicable('no document describes burns on the external chain, and the target file names no bridgeContract');
  const contract = t.random.hex(20);
  const { asset_guid: guid } = await confirmedToken(t, { contract, max_supply: text(MAX_SUPPLY), updatecapability_flags: ALL_RIGHTS });
  return { guid, contract };
}

/** Signed transactions, not sent, that each mint one and the same burn, with inputs of their own. */
async function mints(t: Trial, { guid, contract }: BridgedToken, units: bigint, count = 1): Promise<string[]> {
  const burn = await burnOn(t.world, { contract, assetGuid: guid, amountSat: units });
  await announce(t.world, burn);
  const made: string[] = [];
  while (made.length < count) made.push(await unsentMint(t, { burn, witness: await witnessOf(t), amount: text(units) }));
  return made;
}

async function mustBe(t: Trial, allowed: boolean, hex: string, what: string): Promise<void> {
  const [answer] = await t.result('testmempoolaccept', { rawtxs: [hex] });
  t.equal(answer?.allowed, allowed, `allowed (reject-reason ${answer?.['reject-reason'] ?? 'none'}) for ${what}`, { path: 'allowed' });
}

/** The transaction with inputs that signal that they are replaceable, and less change, signed by the wallet. */
async function replaceable(t: Trial, hex: string, lessSat: bigint): Promise<string> {
  const { outputs, inputs, ...content } = decodedTransaction(t, hex);
  const change = outputs.reduce((largest, output) => (output.valueSat > largest.valueSat ? output : largest));
  const unsigned = serialize({
    ...content,
    inputs: inputs.map((input) => ({ ...input, scriptSig: new Uint8Array(), witness: [], sequence: REPLACEABLE })),
    outputs: outputs.map((output) => (output === change ? { ...output, valueSat: output.valueSat - lessSat } : output)),
  });
  return signedBy(t, toHex(unsigned));
}

export const unconfirmedAssetInvariants: readonly Case[] = [
  invariant({
    ...waiting,
    id: 'assets-unconfirmed/minted',
    text: 'What is minted and waits for a block counts for max_supply, and its burns are minted, while blocks come and go.',
    methods: ['assetinfo', ...uses],
    run: async (t) => {
      const token = await newBridged(t);
      const { guid } = token;
      const { address } = await ownAddress(t.world, 'bech32');
      const part = BigInt(t.random.integer(100_000_000, 900_000_000));
      const [first = '', again = ''] = await mints(t, token, part, 2);
      const [rest = '', restAgain = ''] = await mints(t, token, MAX_SUPPLY - part, 2);
      const [tooMuch = ''] = await mints(t, token, MAX_SUPPLY - part + 1n);
      const [least = ''] = await mints(t, token, 1n);
      const all = 'the smallest unit, while the whole supply is minted';
      const send = (units: bigint) => ({ asset_guid: guid, address, amount: text(units) });
      const judge = async (when: string): Promise<void> => {
        await mustBe(t, true, rest, `a mint of all that ${text(part)}, minted ${when}, leaves of max_supply`);
        await mustBe(t, false, tooMuch, `a mint of one smallest unit more than ${text(part)}, minted ${when}, leaves of max_supply`);
        await mustBe(t, false, again, `a second mint of a burn that was minted ${when}`);
        await t.refused('assetsend', send(MAX_SUPPLY - part + 1n), `with ${text(part)}, minted ${when}, it is more than max_supply`);
      };
      const txid = await t.result('sendrawtransaction', { hexstring: first });
      await judge('in a transaction that waits for a block');
      await t.world.result('prioritisetransaction', { txid, fee_delta: -PUT_OFF_SAT });
      try {
        await t.world.mine(1);
        if (await isInPool(t.world, txid)) await judge('in a transaction that still waits after a block');
      } finally {
        await t.world.result('prioritisetransaction', { txid, fee_delta: PUT_OFF_SAT });
      }
      const last = await t.result('sendrawtransaction', { hexstring: rest });
      await mustBe(t, false, least, `${all} in transactions that wait for a block`);
      await t.refused('assetsend', send(1n), `${all} in transactions that wait for a block`);
      await t.world.mine(1);
      await mustTotal(t, guid, MAX_SUPPLY, 'a block with all mints');
      await mustBe(t, false, least, all);
      const blockhash = await t.world.result('getbestblockhash');
      await t.world.result('invalidateblock', { blockhash });
      try {
        if (await isInPool(t.world, last)) {
          await mustBe(t, false, least, `${all} in transactions that wait again`);
          await mustBe(t, false, restAgain, 'a second mint of a burn whose mint waits again');
        }
      } finally {
        await t.world.result('reconsiderblock', { blockhash });
      }
      await mustTotal(t, guid, MAX_SUPPLY, 'the block with all mints was put back');
    },
  }),
  invariant({
    ...waiting,
    id: 'assets-unconfirmed/replaced',
    text: 'A mint that replaces another of the same burn counts alone, and mints of different burns are beside one another.',
    methods: ['assetinfo', 'getrawmempool', ...uses],
    run: async (t) => {
      const token = await newBridged(t);
      const part = BigInt(t.random.integer(100_000_000, 900_000_000));
      const [made = '', again = ''] = await mints(t, token, part, 2);
      const [rest = ''] = await mints(t, token, MAX_SUPPLY - part);
      const [tooMuch = ''] = await mints(t, token, MAX_SUPPLY - part + 1n);
      const coins = [await t.world.fresh('extBurn'), await t.world.fresh('extBurn')];
      const coinMints: string[] = [];
      for (const burn of coins) coinMints.push(await unsentMint(t, { burn, witness: await witnessOf(t) }));
      const [first, second] = [await replaceable(t, made, 0n), await replaceable(t, made, MORE_FEE_SAT)];
      const replaced = await t.result('sendrawtransaction', { hexstring: first });
      await mustBe(t, false, again, 'a second mint of a burn, of another coin');
      await t.result('sendrawtransaction', { hexstring: second });
      t.ok(!(await t.result('getrawmempool')).includes(replaced), 'the pool has a mint that was replaced', {
        evidence: 'standard',
        source: 'BIP 125',
      });
      await mustBe(t, true, rest, `a mint of all that ${text(part)} leave, of which the mint was replaced`);
      await mustBe(t, false, tooMuch, `a mint of more than ${text(part)} leave, of which the mint was replaced`);
      await mustBe(t, false, again, 'a second mint of a burn of which the mint was replaced');
      for (const hexstring of [rest, ...coinMints]) await t.result('sendrawtransaction', { hexstring });
      await t.world.mine(1);
      await mustTotal(t, token.guid, MAX_SUPPLY, 'a block with all mints');
    },
  }),
  invariant({
    ...waiting,
    id: 'assets-unconfirmed/updated',
    text: 'The memory pool does not take both a lower max_supply and mints beyond it.',
    methods: ['assetinfo', 'assetupdate', ...uses],
    run: async (t) => {
      const [minted, updated] = [await newBridged(t), await newBridged(t)];
      const lowered = BigInt(t.random.integer(100_000_000, 900_000_000));
      const [first = '', second = ''] = [...(await mints(t, minted, lowered + 1n)), ...(await mints(t, updated, lowered + 1n))];
      const lower = (guid: number) => t.call('assetupdate', updateArguments(guid, { max_supply: text(lowered) }));
      await t.result('sendrawtransaction', { hexstring: first });
      const refused = await lower(minted.guid);
      t.ok(!refused.ok, 'max_supply is set below a mint that waits for a block');
      await mustBe(t, true, second, 'a mint within max_supply');
      const taken = await lower(updated.guid);
      if (!taken.ok) t.inapplicable('the documents do not show the arguments of assetupdate, and the node refuses those of coind');
      await mustBe(t, false, second, 'a mint beyond the max_supply of an update that waits for a block');
      await t.world.mine(1);
      await mustTotal(t, minted.guid, lowered + 1n, 'a block with a mint');
      await mustBe(t, false, second, 'a mint beyond the max_supply that an update has set');
      await mustTotal(t, updated.guid, 0n, 'a block with an update');
    },
  }),
];
