import type { ImportRequestArgument, ImportResult, RefusedItem } from '../../../../specs/model/generated/methods.d.ts';
import type { Curve } from '../../../crypto/curve.ts';
import { fromWif } from '../../../crypto/keys.ts';
import type { ChainParams } from '../../../params.ts';
import type { NodeContext } from '../../../node-context.ts';
import { hash160 } from '../../../primitives/hash.ts';
import { addressOf, scriptOf } from '../../../script/addresses.ts';
import { solve } from '../../../script/standard.ts';
import type { ImportRequest } from '../../../wallet/types.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { refusalOf } from '../../domain-errors.ts';
import { isHex } from '../../shapes/hashes.ts';
import { nextTurnOf, requireIdle, rescanFrom, scanStart } from './rescan.ts';

/** Imports of several requests, each with its own result (document 1, `importmulti`). */
export const walletImportMultiHandlers: Handlers<'importmulti'> = {
  importmulti: async ({ requests, options }, call) => {
    const wallet = call.wallet();
    requireIdle(wallet);
    const { node } = call;
    const results: ImportResult[] = [];
    const turns = node.beginWork();
    for (const request of requests) {
      results.push(importOne(request, wallet, node));
      if (turns.over) await nextTurnOf(turns, wallet, node);
    }
    if (!options.rescan) return results;
    const times = requests.flatMap((request, i) =>
      results[i]?.success === true && !('refused' in request) && request.timestamp !== 'now' ? [Math.max(request.timestamp, 1)] : [],
    );
    const start = times.length === 0 ? undefined : scanStart(Math.min(...times), node);
    if (start === undefined) return results;
    const first = Math.max(start, node.chain.prunedBelow);
    await rescanFrom(wallet, first);
    if (first === start) return results;
    return results.map((result, i) => (result.success ? afterPartialScan(requests[i]!, result, first, node) : result));
  },
};

function importOne(request: ImportRequestArgument | RefusedItem, wallet: Wallet, node: NodeContext): ImportResult {
  if ('refused' in request) return { success: false, error: request.refused };
  try {
    wallet.import(importRequest(request, wallet, node));
    return { success: true };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!(refusal instanceof RpcError)) throw refusal;
    return { success: false, error: { code: refusal.code, message: refusal.message } };
  }
}

/** Reads one request. Throws `RpcError` for an invalid one. */
function importRequest(request: ImportRequestArgument, wallet: Wallet, node: NodeContext): ImportRequest {
  const { redeemscript, pubkeys = [], keys = [], internal, watchonly, label } = request;
  if (watchonly && keys.length > 0) throw incompatible('Incompatibility found between watchonly and keys');
  if (internal && label !== '') throw incompatible('Incompatibility found between internal and label');
  const scriptPubKey = requestedScript(request.scriptPubKey, node.params);
  if (addressOf(scriptPubKey, node.params) === undefined && !internal) {
    throw incompatible('Internal must be set to true for nonstandard scriptPubKey imports.');
  }
  const publicKeys = pubkeys.map((text) => publicKeyFrom(text, node.curve));
  const privateKeys = keys.map((text) => {
    const wif = fromWif(text, node.params);
    if (!wif) throw invalid('Invalid private key encoding');
    return wif;
  });
  if (keys.length > 0 && !wallet.keychain.privateKeysEnabled) {
    throw new RpcError(RpcCode.wallet, 'Cannot import private keys to a wallet with private keys disabled');
  }
  if (wallet.keychain.index.ownership(scriptPubKey) === 'spendable') {
    throw new RpcError(
      RpcCode.wallet,
      `The wallet already contains the private key for this address or script ("${scriptPubKey.toString('hex')}")`,
    );
  }
  const redeemScripts = redeemscript === undefined ? [] : [redeemScriptOf(scriptPubKey, redeemscript)];
  const held = privateKeys.map(({ key, compressed }) => node.curve.publicKey(key, compressed));
  requireMatch(scriptPubKey, held, 'Key does not match address destination');
  requireMatch(scriptPubKey, publicKeys, 'Pubkey does not match address destination');
  const timestamp = request.timestamp === 'now' ? node.chain.tip.medianTime : Math.max(request.timestamp, 1);
  return { scriptPubKey, redeemScripts, publicKeys, privateKeys, label, internal, watchOnly: watchonly, timestamp };
}

function requestedScript(asked: ImportRequestArgument['scriptPubKey'], params: ChainParams): Buffer {
  if (typeof asked === 'string') {
    if (!isHex(asked)) throw invalid(`Invalid scriptPubKey "${asked}"`);
    return Buffer.from(asked, 'hex');
  }
  const script = scriptOf(asked.address, params);
  if (!script) throw invalid(`Invalid address "${asked.address}"`);
  return script;
}

function publicKeyFrom(text: string, curve: Curve): Buffer {
  const bytes = isHex(text) ? Buffer.from(text, 'hex') : undefined;
  if (!bytes) throw invalid(`Pubkey "${text}" must be a hex string`);
  if (!curve.isPublicKey(bytes)) throw invalid(`Pubkey "${text}" is not a valid public key`);
  return bytes;
}

/** The redeem script of a P2SH output. Throws `RpcError` if it does not match the output, or the output is not P2SH. */
function redeemScriptOf(scriptPubKey: Buffer, text: string): Buffer {
  if (!isHex(text)) throw invalid('Invalid redeem script: must be hex string');
  const {
    type,
    data: [hash],
  } = solve(scriptPubKey);
  if (type !== 'scripthash') throw incompatible('A redeem script is only for P2SH');
  const redeemScript = Buffer.from(text, 'hex');
  if (!hash?.equals(hash160(redeemScript))) throw invalid('The redeemScript does not match the scriptPubKey');
  return redeemScript;
}

/** Requires all keys to be that of the output, if the output pays a single key. */
function requireMatch(scriptPubKey: Buffer, publicKeys: readonly Buffer[], message: string): void {
  const {
    type,
    data: [hash],
  } = solve(scriptPubKey);
  if (!hash || (type !== 'pubkeyhash' && type !== 'witness_v0_keyhash')) return;
  if (publicKeys.some((publicKey) => !hash160(publicKey).equals(hash))) throw invalid(message);
}

/** Turns a success into a failure if pruned blocks could contain payments. */
function afterPartialScan(
  request: ImportRequestArgument | RefusedItem,
  result: ImportResult,
  first: number,
  { chain }: NodeContext,
): ImportResult {
  if ('refused' in request || request.timestamp === 'now') return result;
  const oldest = chain.atHeight(first)!.header.time;
  if (request.timestamp >= oldest) return result;
  const message = `Rescan failed for key with creation timestamp ${request.timestamp}. Blocks before time ${oldest} were pruned, and transactions and coins using this key may be missing from the wallet.`;
  return { success: false, error: { code: RpcCode.misc, message } };
}

const invalid = (message: string): RpcError => new RpcError(RpcCode.invalidAddressOrKey, message);
const incompatible = (message: string): RpcError => new RpcError(RpcCode.invalidParameter, message);
