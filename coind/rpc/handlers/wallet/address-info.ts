import type { AddressInfo, EmbeddedAddressInfo } from '../../../../specs/model/generated/methods.d.ts';
import type { ChainParams } from '../../../params.ts';
import { ripemd160 } from '../../../primitives/hash.ts';
import { addressOf } from '../../../script/addresses.ts';
import { witnessProgram } from '../../../script/script.ts';
import { solve, type ScriptType } from '../../../script/standard.ts';
import type { KeyInfo } from '../../../wallet/types.ts';
import type { Wallet } from '../../../wallet/wallet.ts';

/** Script types that have an address, and so are reported as embedded addresses within another script. */
const withAddress: ReadonlySet<ScriptType> = new Set([
  'pubkeyhash',
  'scripthash',
  'witness_v0_keyhash',
  'witness_v0_scripthash',
  'witness_unknown',
]);

/** The wallet's information on an output script that has an address (document 1, Address info). */
export function addressInfo(script: Buffer, wallet: Wallet, params: ChainParams, withAccount: boolean): AddressInfo {
  const { address, scriptPubKey, ...rest } = describe(script, wallet, params);
  const ownership = wallet.keychain.index.ownership(script);
  const { label, labels = [] } = labelsOf(script, address, wallet);
  const key = keyOf(script, wallet);
  const timestamp = key?.createdAt ?? wallet.keychain.watchedSince(script);
  return {
    address,
    scriptPubKey,
    ismine: ownership === 'spendable',
    iswatchonly: ownership === 'watch',
    ...rest,
    ...(label !== undefined && { label, ...(withAccount && { account: label }) }),
    ...(timestamp !== undefined && { timestamp }),
    ...(key?.path !== undefined && { hdkeypath: key.path, hdseedid: key.seedId, hdmasterkeyid: key.seedId }),
    labels,
  };
}

/** The label of an address in the wallet. */
function labelsOf(script: Buffer, address: string, wallet: Wallet): Pick<AddressInfo, 'label' | 'labels'> {
  const entry = wallet.addressBook.get(address);
  if (entry) return { label: entry.label, labels: [{ name: entry.label, purpose: entry.purpose }] };
  return wallet.keychain.index.ownership(script) === 'none' ? {} : { label: '', labels: [] };
}

function keyOf(script: Buffer, wallet: Wallet): KeyInfo | undefined {
  const keyHash = keyHashOf(script, wallet);
  return keyHash && wallet.keychain.infoByHash(keyHash);
}

/** Description of an address, with its inner scripts as far as the wallet knows them. */
function describe(script: Buffer, wallet: Wallet, params: ChainParams): EmbeddedAddressInfo {
  const { type } = solve(script);
  const witness = witnessProgram(script);
  return {
    address: addressOf(script, params)!,
    scriptPubKey: script.toString('hex'),
    isscript: type === 'scripthash' || type === 'witness_v0_scripthash',
    iswitness: witness !== undefined,
    ...(witness && { witness_version: witness.version, witness_program: witness.program.toString('hex') }),
    ...innerScript(script, wallet, params),
  };
}

/** An embedded address: all fields except ownership and key origin; of the latter it has `hdmasterkeyid`. */
function embeddedInfo(script: Buffer, wallet: Wallet, params: ChainParams): EmbeddedAddressInfo {
  const described = describe(script, wallet, params);
  const key = keyOf(script, wallet);
  return { ...described, ...labelsOf(script, described.address, wallet), ...(key?.path !== undefined && { hdmasterkeyid: key.seedId }) };
}

type InnerScript = Partial<
  Pick<EmbeddedAddressInfo, 'script' | 'hex' | 'pubkeys' | 'sigsrequired' | 'pubkey' | 'embedded' | 'iscompressed'>
>;

function innerScript(script: Buffer, wallet: Wallet, params: ChainParams): InnerScript {
  const {
    type,
    data: [hash],
  } = solve(script);
  if (!hash) return {};
  if (type === 'pubkeyhash' || type === 'witness_v0_keyhash') return ofKey(wallet.keychain.signing({ withKeys: false }).publicKey(hash));
  if (type !== 'scripthash' && type !== 'witness_v0_scripthash') return {};
  const inner = wallet.keychain.index.script(type === 'scripthash' ? hash : ripemd160(hash));
  if (!inner) return {};
  const solution = solve(inner);
  const shown = { script: solution.type, hex: inner.toString('hex') };
  if (withAddress.has(solution.type)) {
    const embedded = embeddedInfo(inner, wallet, params);
    const { pubkey, iscompressed } = embedded;
    return { ...shown, ...(pubkey !== undefined && { pubkey }), embedded, ...(iscompressed !== undefined && { iscompressed }) };
  }
  if (solution.type === 'multisig') {
    return { ...shown, pubkeys: solution.data.map((key) => key.toString('hex')), sigsrequired: solution.required };
  }
  return solution.type === 'pubkey' ? { ...shown, ...ofKey(solution.data[0]) } : shown;
}

function ofKey(publicKey: Buffer | undefined): InnerScript {
  return publicKey ? { pubkey: publicKey.toString('hex'), iscompressed: publicKey.length === 33 } : {};
}

/** The hash of the single key that an output script pays to, also for P2SH-P2WPKH. */
export function keyHashOf(script: Buffer, wallet: Wallet): Buffer | undefined {
  const {
    type,
    data: [hash],
  } = solve(script);
  if (!hash || type === 'pubkeyhash' || type === 'witness_v0_keyhash') return hash;
  if (type !== 'scripthash') return undefined;
  const redeemScript = wallet.keychain.index.script(hash);
  const inner = redeemScript && solve(redeemScript);
  return inner?.type === 'witness_v0_keyhash' ? inner.data[0] : undefined;
}
