import { convertFormats, scriptOf } from '../../../script/addresses.ts';
import { p2wsh } from '../../../script/standard.ts';
import { sha256 } from '../../../primitives/hash.ts';
import type { ChainParams } from '../../../params.ts';
import type { AddressType } from '../../../wallet/types.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { isHex } from '../../shapes/hashes.ts';
import { multisigAddress, publicKeyFrom } from '../../shapes/multisig.ts';
import { addressInfo, keyHashOf } from './address-info.ts';

/** Addresses, their labels and information on them. */
export const walletAddressHandlers: Handlers<
  | 'getnewaddress'
  | 'getrawchangeaddress'
  | 'getaddressinfo'
  | 'getaddressesbylabel'
  | 'listlabels'
  | 'addmultisigaddress'
  | 'convertaddress'
> = {
  getnewaddress: ({ label, address_type }, call) => {
    requireLabel(label);
    return call.wallet().newAddress(address_type ?? call.node.options.wallet.addressType, label);
  },

  getrawchangeaddress: ({ address_type }, call) => call.wallet().newChangeAddress(address_type ?? changeTypeOf(call)),

  getaddressinfo: ({ address }, call) => {
    const wallet = call.wallet();
    return addressInfo(requireScript(address, call.node.params), wallet, call.node.params, call.deprecated('accounts'));
  },

  getaddressesbylabel: ({ label }, call) => {
    const found: { [address: string]: { purpose: 'send' | 'receive' } } = {};
    for (const [address, entry] of call.wallet().addressBook.entries()) {
      if (entry.label === label) found[address] = { purpose: entry.purpose };
    }
    if (Object.keys(found).length === 0) throw new RpcError(RpcCode.walletInvalidLabel, `No addresses with label ${label}`);
    return found;
  },

  listlabels: ({ purpose }, call) => {
    const labels = new Set<string>();
    for (const [, entry] of call.wallet().addressBook.entries()) {
      if (!purpose || entry.purpose === purpose) labels.add(entry.label);
    }
    return [...labels].sort();
  },

  addmultisigaddress: ({ nrequired, keys, label = '', address_type }, call) => {
    const wallet = call.wallet();
    requireLabel(label);
    const { params, options } = call.node;
    const publicKeys = keys.map((key) => (isPublicKeyText(key) ? publicKeyFrom(key, call.node.curve) : publicKeyOf(key, wallet, params)));
    const made = multisigAddress(nrequired, publicKeys, address_type ?? options.wallet.addressType, params);
    wallet.addScript(made.redeemScript);
    // The wallet recognises a witness address by its witness program.
    if (made.type !== 'legacy') wallet.addScript(made.witnessProgram ?? p2wsh(sha256(made.redeemScript)));
    wallet.addressBook.set(made.address, label, 'send');
    return { address: made.address, redeemScript: made.redeemScript.toString('hex') };
  },

  convertaddress: ({ address }, { node: { params } }) => {
    const converted = convertFormats(address, params);
    if (!converted) throw invalidAddress();
    return converted;
  },
};

/** The type of change addresses: -changetype, else that of receiving addresses. */
function changeTypeOf({ node: { options } }: Call): AddressType {
  return options.wallet.changeType ?? options.wallet.addressType;
}

/** Throws `RpcError` -11 for `*`, which stands for all labels. */
export function requireLabel(label: string): void {
  if (label === '*') throw new RpcError(RpcCode.walletInvalidLabel, 'Invalid label name');
}

/** The output script of an address. Throws `RpcError` -5 for an invalid address. */
export function requireScript(address: string, params: ChainParams): Buffer {
  const script = scriptOf(address, params);
  if (!script) throw invalidAddress();
  return script;
}

const invalidAddress = (): RpcError => new RpcError(RpcCode.invalidAddressOrKey, 'Invalid address');

const isPublicKeyText = (text: string): boolean => isHex(text) && (text.length === 66 || text.length === 130);

/** The public key of an address, if the wallet knows it: its own, or an imported one. Throws `RpcError` -5. */
function publicKeyOf(address: string, wallet: Wallet, params: ChainParams): Buffer {
  const refuse = (message: string): RpcError => new RpcError(RpcCode.invalidAddressOrKey, message);
  const script = scriptOf(address, params);
  if (!script) throw refuse(`Invalid address: ${address}`);
  const keyHash = keyHashOf(script, wallet);
  if (!keyHash) throw refuse(`${address} does not refer to a key`);
  // Nothing is known of an address that is only watched (document 1, addmultisigaddress).
  const publicKey = wallet.keychain.signing({ withKeys: false }).publicKey(keyHash);
  if (!publicKey) throw refuse(`no full public key for address ${address}`);
  return publicKey;
}
