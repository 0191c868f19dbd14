import { fromWif, toWif } from '../../../crypto/keys.ts';
import { hash160 } from '../../../primitives/hash.ts';
import { addressOf, scriptOf } from '../../../script/addresses.ts';
import { p2pk, p2sh } from '../../../script/standard.ts';
import { readDump, type DumpEntry } from '../../../wallet/dump-file.ts';
import { FileTooLargeError, readRegularFile } from '../../../storage/regular-file.ts';
import type { AddressType, ImportRequest } from '../../../wallet/types.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { scriptFor } from '../../../wallet/script-for.ts';
import type { ChainParams } from '../../../params.ts';
import type { NodeContext } from '../../../node-context.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { isHex } from '../../shapes/hashes.ts';
import { keyHashOf } from './address-info.ts';
import { requireScript } from './addresses.ts';
import { nextTurnOf, requireIdle, requireRescan, rescanFrom, scanStart } from './rescan.ts';

/** Maximum number of keys of each type: these take more than 1 GB of memory, and more could exhaust it. */
const MAX_KEYPOOL = 200_000;
/** Keys of each type made in one step, which takes some milliseconds. */
const KEYS_PER_STEP = 20;
/** Creation time of an imported key, which is unknown: as old as the chain. */
const UNKNOWN_TIME = 1;
/** Maximum size of a dump file: about 200 bytes for each of a million keys. */
const MAX_DUMP_BYTES = 256 * 1024 * 1024;
const TYPES: readonly AddressType[] = ['legacy', 'p2sh-segwit', 'bech32'];

/** Importing, exporting and generating keys. */
export const walletKeyHandlers: Handlers<
  'importaddress' | 'importpubkey' | 'importprivkey' | 'importwallet' | 'dumpprivkey' | 'sethdseed' | 'keypoolrefill'
> = {
  importaddress: async ({ address, label, rescan, p2sh: withP2sh }, call) => {
    const wallet = call.wallet();
    const { params } = call.node;
    if (rescan) requireRescan(wallet, call.node);
    const known = scriptOf(address, params);
    if (known && withP2sh) throw refusal('Cannot use the p2sh flag with an address - use a script instead');
    const script = known ?? (isHex(address) ? Buffer.from(address, 'hex') : undefined);
    if (!script) throw refusal('Invalid address or script');
    // As a redeem script it may belong to a key of the wallet, which can then spend its P2SH output.
    if (!withP2sh) requireNoKey(wallet, script);
    if (!known) wallet.addScript(script);
    watch(wallet, script, label, params);
    if (withP2sh) watch(wallet, p2sh(hash160(script)), label, params);
    if (rescan) await rescanFrom(wallet, 0);
    return null;
  },

  importpubkey: async ({ pubkey, label, rescan }, call) => {
    const wallet = call.wallet();
    const { params, curve } = call.node;
    if (rescan) requireRescan(wallet, call.node);
    if (!isHex(pubkey)) throw refusal('Pubkey must be a hex string');
    const publicKey = Buffer.from(pubkey, 'hex');
    if (!curve.isPublicKey(publicKey)) throw refusal('Pubkey is not a valid public key');
    const scripts = scriptsOf(publicKey);
    for (const script of scripts) requireNoKey(wallet, script);
    for (const script of scripts) watch(wallet, script, label, params);
    wallet.watch(p2pk(publicKey), UNKNOWN_TIME);
    if (rescan) await rescanFrom(wallet, 0);
    return null;
  },

  importprivkey: async ({ privkey, label, rescan }, call) => {
    const wallet = call.wallet();
    const { params, curve } = call.node;
    if (!wallet.keychain.privateKeysEnabled)
      throw new RpcError(RpcCode.wallet, 'Cannot import private keys to a wallet with private keys disabled');
    wallet.keychain.signing(); // refuses while locked
    if (rescan) requireRescan(wallet, call.node);
    const wif = fromWif(privkey, params);
    if (!wif) throw refusal('Invalid private key encoding');
    const publicKey = curve.publicKey(wif.key, wif.compressed);
    // The key may be paid at any of its addresses. An existing label is kept unless another is given.
    for (const script of scriptsOf(publicKey)) {
      const address = addressOf(script, params)!;
      if (label !== '' || !wallet.addressBook.get(address)) wallet.addressBook.set(address, label, 'receive');
    }
    if (wallet.keychain.ring.info(publicKey)) return null;
    wallet.import(keyRequest(publicKey, wif, UNKNOWN_TIME));
    if (rescan) await rescanFrom(wallet, 0);
    return null;
  },

  importwallet: async ({ filename }, call) => {
    const wallet = call.wallet();
    const { node } = call;
    if (node.options.prune !== undefined) throw new RpcError(RpcCode.wallet, 'Importing wallets is disabled when blocks are pruned');
    requireIdle(wallet);
    wallet.keychain.signing(); // refuses while locked
    const entries = readDump(await dumpTextOf(filename), node.params);
    if (entries === undefined)
      throw new RpcError(RpcCode.invalidParameter, 'The file is not a wallet dump: use a file that dumpwallet wrote');
    const turns = node.beginWork();
    let earliest = node.chain.tip.header.time;
    for (const entry of entries) {
      earliest = Math.min(earliest, entry.createdAt);
      importEntry(wallet, entry, node);
      if (turns.over) await nextTurnOf(turns, wallet, node);
    }
    const start = scanStart(earliest, node);
    if (start !== undefined) await rescanFrom(wallet, start);
    return null;
  },

  dumpprivkey: ({ address }, call) => {
    const wallet = call.wallet();
    const { params } = call.node;
    const { privateKey } = wallet.keychain.signing();
    const script = requireScript(address, params);
    const keyHash = keyHashOf(script, wallet);
    if (!keyHash) throw new RpcError(RpcCode.type, 'Address does not refer to a key');
    const publicKey = wallet.keychain.infoByHash(keyHash)?.publicKey;
    const key = publicKey && privateKey(publicKey);
    if (!key) throw new RpcError(RpcCode.wallet, `Private key for address ${address} is not known`);
    return toWif(key, publicKey.length === 33, params);
  },

  sethdseed: ({ newkeypool, seed }, call) => {
    const wallet = call.wallet();
    const wif = seed === undefined ? undefined : fromWif(seed, call.node.params);
    if (seed !== undefined && !wif) throw refusal('Invalid private key');
    if (wallet.keychain.privateKeysEnabled) wallet.keychain.signing(); // refuses while locked
    wallet.keychain.setSeed(wif?.key, newkeypool);
    return null;
  },

  keypoolrefill: async ({ newsize }, call) => {
    const wallet = call.wallet();
    const { node } = call;
    if (!wallet.keychain.privateKeysEnabled) throw new RpcError(RpcCode.wallet, 'Error: Private keys are disabled for this wallet');
    if (newsize < 0) throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter, expected valid size.');
    if (newsize > MAX_KEYPOOL) throw new RpcError(RpcCode.invalidParameter, `newsize is ${newsize}, the maximum is ${MAX_KEYPOOL}`);
    wallet.keychain.signing(); // refuses while locked
    const { pool } = wallet.keychain;
    const wanted = newsize === 0 ? node.options.wallet.keypool : newsize; // 0 means the size of -keypool
    const turns = node.beginWork();
    for (let size = Math.min(pool.size.external, pool.size.internal); size < wanted;) {
      size = Math.min(size + KEYS_PER_STEP, wanted);
      wallet.keychain.fillPool(size);
      if (turns.over) await nextTurnOf(turns, wallet, node);
    }
    return null;
  },
};

/** Reads a dump file. Pipes and devices are refused, because they may never end. */
async function dumpTextOf(filename: string): Promise<string> {
  try {
    return await readRegularFile(filename, MAX_DUMP_BYTES);
  } catch (error) {
    if (error instanceof FileTooLargeError) throw new RpcError(RpcCode.invalidParameter, `${error.message}: not a wallet dump`);
    throw new RpcError(RpcCode.invalidParameter, 'Cannot open wallet dump file');
  }
}

const refusal = (message: string): RpcError => new RpcError(RpcCode.invalidAddressOrKey, message);

/** Throws `RpcError` -4 for a script that the wallet can spend: it cannot be watch-only then. */
function requireNoKey(wallet: Wallet, script: Buffer): void {
  if (wallet.keychain.index.ownership(script) === 'spendable') {
    throw new RpcError(RpcCode.wallet, 'The wallet already contains the private key for this address or script');
  }
}

function watch(wallet: Wallet, script: Buffer, label: string, params: ChainParams): void {
  wallet.watch(script, UNKNOWN_TIME);
  const address = addressOf(script, params);
  if (address !== undefined) wallet.addressBook.set(address, label, 'receive');
}

/** Output scripts of all addresses of a key. */
function scriptsOf(publicKey: Buffer): Buffer[] {
  return (publicKey.length === 33 ? TYPES : TYPES.slice(0, 1)).map((type) => scriptFor(publicKey, type));
}

function keyRequest(publicKey: Buffer, privateKey: ImportRequest['privateKeys'][number], timestamp: number): ImportRequest {
  const scriptPubKey = scriptFor(publicKey, 'legacy');
  return { scriptPubKey, redeemScripts: [], publicKeys: [], privateKeys: [privateKey], internal: false, watchOnly: false, timestamp };
}

function importEntry(wallet: Wallet, entry: DumpEntry, { params, curve }: NodeContext): void {
  if (entry.type === 'script') {
    wallet.addScript(entry.script);
    return;
  }
  const publicKey = curve.publicKey(entry.key, entry.compressed);
  const { keychain } = wallet;
  if (!keychain.privateKeysEnabled) throw new RpcError(RpcCode.wallet, 'Importing wallets is disabled when private keys are disabled');
  if (!keychain.ring.info(publicKey)) wallet.import(keyRequest(publicKey, entry, entry.createdAt));
  if (entry.label === undefined) return;
  const own = scriptsOf(publicKey).map((script) => addressOf(script, params)!);
  const named = entry.addresses.filter((address) => own.includes(address));
  for (const address of named.length > 0 ? named : own.slice(0, 1)) wallet.addressBook.set(address, entry.label, 'receive');
}
