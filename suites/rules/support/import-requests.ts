import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import { multisigOf, publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { ImportRequestArgument } from '../../../specs/model/generated/wire.d.ts';

/** A request to watch the P2PKH address of a key. */
export const watched = ({ addresses }: ForeignKey): ImportRequestArgument => ({
  scriptPubKey: { address: addresses.legacy },
  timestamp: 'now',
  watchonly: true,
});

/** A P2SH address with its redeem script. */
export const newScript = async (t: Trial): Promise<{ readonly redeemScript: string; readonly address: string }> =>
  multisigOf([(await t.world.fresh('foreignKey')).publicKey], await t.world.use('chainParameters'));

/** Requests with a text that is not of its form: an address, a script, a public and a private key, a redeem script. */
export async function unreadable(t: Trial): Promise<ImportRequestArgument[]> {
  const key = await t.world.fresh('foreignKey');
  const { address, redeemScript } = await newScript(t);
  const ofScript = { scriptPubKey: { address }, timestamp: 'now', watchonly: true } as const;
  return [
    { scriptPubKey: { address: `no${t.random.word(12)}` }, timestamp: 'now', watchonly: true },
    { scriptPubKey: `${t.random.hex(10)}zz`, timestamp: 'now', watchonly: true },
    { scriptPubKey: `${publicKeyHashScript(key.publicKey)}zz`, timestamp: 'now', watchonly: true, internal: true },
    { ...watched(key), pubkeys: [`${key.publicKey}zz`] },
    { ...ofScript, pubkeys: [t.random.hex(1)] },
    { ...ofScript, redeemscript: `${redeemScript}zz` },
    { ...watched(await t.world.fresh('foreignKey')), watchonly: false, keys: [t.random.word(52)] },
  ];
}

/** Requests whose members do not fit each other or the wallet: whether each of them fails, the documents leave open in part. */
export async function unfitting(t: Trial): Promise<ImportRequestArgument[]> {
  const [key, other] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
  const [script, otherScript] = [await newScript(t), await newScript(t)];
  return [
    { scriptPubKey: { address: (await t.world.use('legacyAddress')).address }, timestamp: 'now', watchonly: true },
    { ...watched(key), keys: [key.wif] },
    { ...watched(key), internal: true, label: newLabel(t.world) },
    { scriptPubKey: `08${t.random.hex(8)}7551`, timestamp: 'now', watchonly: true }, // push, OP_DROP, OP_1: not a standard script
    { ...watched(key), watchonly: false, keys: [other.wif] },
    { ...watched(key), pubkeys: [other.publicKey] },
    { ...watched(key), redeemscript: script.redeemScript },
    { scriptPubKey: { address: script.address }, timestamp: 'now', watchonly: true, redeemscript: otherScript.redeemScript },
  ];
}
