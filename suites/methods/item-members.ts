import { feeFor } from '../../fixtures/world/relay-fee.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../client/wire-json.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { multisigOf } from '../../fixtures/world/keys.ts';
import type { Random } from '../../fixtures/world/random.ts';
import type { World } from '../../fixtures/world/world.ts';

/** Whole arguments for a call, by name. */
export type MemberArguments = (world: World, random: Random) => Promise<{ readonly [param: string]: Wire }>;

async function withKeys(world: World, watchonly?: boolean): Promise<{ requests: Wire }> {
  const { addresses, wif } = await world.fresh('foreignKey');
  return {
    requests: [
      { scriptPubKey: { address: addresses.legacy }, timestamp: 'now', keys: [wif], ...(watchonly !== undefined && { watchonly }) },
    ],
  };
}

async function withScript(world: World): Promise<{ requests: Wire }> {
  const keys = [await world.fresh('foreignKey'), await world.fresh('foreignKey')];
  const { address, redeemScript } = multisigOf(
    keys.map((key) => key.publicKey),
    await world.use('chainParameters'),
  );
  return { requests: [{ scriptPubKey: { address }, timestamp: 'now', redeemscript: redeemScript, watchonly: true }] };
}

async function withPublicKeys(world: World): Promise<{ requests: Wire }> {
  const { addresses, publicKey } = await world.fresh('foreignKey');
  return { requests: [{ scriptPubKey: { address: addresses.legacy }, timestamp: 'now', pubkeys: [publicKey], watchonly: true }] };
}

/** A transaction that spends a P2SH coin, with its redeem script. */
async function spendingScript(world: World): Promise<{ hexstring: Wire; prevtxs: Wire }> {
  const { payment, publicKeys } = await world.use('multisig');
  const { txid, vout, amountSat } = payment;
  const { scriptPubKey, redeemScript } = multisigOf(publicKeys, await world.use('chainParameters'));
  const { addresses } = await world.fresh('foreignKey');
  const hexstring = await world.result('createrawtransaction', {
    inputs: [{ txid, vout }],
    outputs: [{ [addresses.legacy]: formatSat(amountSat - (await feeFor(world))) }],
  });
  return { hexstring, prevtxs: [{ txid, vout, scriptPubKey, redeemScript, amount: formatSat(amountSat) }] };
}

async function withData(world: World, random: Random): Promise<{ inputs: Wire; outputs: Wire }> {
  const { txid, vout } = await world.fresh('spendable');
  const { addresses } = await world.fresh('foreignKey');
  return { inputs: [{ txid, vout }], outputs: [{ [addresses.bech32]: formatSat(60_000_000n) }, { data: random.hex(8) }] };
}

/** An object with a descriptor and a range; a descriptor without a wildcard accepts a range too. */
async function withRange(world: World, random: Random): Promise<{ action: Wire; scanobjects: Wire }> {
  const { address } = await world.use('confirmedSend');
  return { action: 'start', scanobjects: [{ desc: `addr(${address})`, range: random.integer(1, 50) }] };
}

/**
 * Arguments for calls with a member of an item that depends on other members, so that it cannot be added alone. The key
 * is method and member.
 */
export const memberArguments: { readonly [place: string]: MemberArguments } = {
  'scantxoutset scanobjects.range': withRange,
  'importmulti requests.redeemscript': withScript,
  'importmulti requests.pubkeys': withPublicKeys,
  'importmulti requests.keys': (world) => withKeys(world),
  // watchonly false requires the keys.
  'importmulti requests.watchonly=false': (world) => withKeys(world, false),
  'signrawtransaction prevtxs.redeemScript': spendingScript,
  'signrawtransactionwithwallet prevtxs.redeemScript': spendingScript,
  'signrawtransactionwithkey prevtxs.redeemScript': async (world) => ({
    ...(await spendingScript(world)),
    privkeys: [(await world.fresh('foreignKey')).wif],
  }),
  'walletcreatefundedpsbt outputs.data': withData,
  'createpsbt outputs.data': withData,
  'createrawtransaction outputs.data': withData,
} satisfies { readonly [place in `${MethodId} ${string}`]?: MemberArguments };
