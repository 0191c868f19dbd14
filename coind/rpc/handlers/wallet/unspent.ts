import type { UnspentOutput } from '../../../../specs/model/generated/methods.d.ts';
import { addressOf, scriptOf } from '../../../script/addresses.ts';
import { solve } from '../../../script/standard.ts';
import type { WalletCoin } from '../../../wallet/types.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';

/** Unspent outputs of the wallet. */
export const walletUnspentHandlers: Handlers<'listunspent'> = {
  listunspent: ({ minconf, maxconf, addresses = [], include_unsafe: includeUnsafe, query_options: query }, call) => {
    const wallet = call.wallet();
    const asked = addressSet(addresses, call);
    const coins = wallet.coins.list({ minConfirmations: minconf, maxConfirmations: maxconf, includeUnsafe, includeWatchOnly: true });
    const listed: UnspentOutput[] = [];
    let sumSat = 0n;
    for (const coin of coins) {
      if (asked.size > 0 && (coin.address === undefined || !asked.has(coin.address))) continue;
      if (coin.valueSat < query.minimumAmount || (query.maximumAmount !== undefined && coin.valueSat > query.maximumAmount)) continue;
      if (query.maximumCount !== undefined && query.maximumCount > 0 && listed.length >= query.maximumCount) break;
      listed.push(unspentOutput(coin, wallet, call));
      sumSat += coin.valueSat;
      if (query.minimumSumAmount !== undefined && sumSat >= query.minimumSumAmount) break;
    }
    return listed;
  },
};

function addressSet(addresses: readonly string[], { node: { params } }: Call): Set<string> {
  const asked = new Set<string>();
  for (const text of addresses) {
    const script = scriptOf(text, params);
    if (!script) throw new RpcError(RpcCode.invalidAddressOrKey, `Invalid address: ${text}`);
    const address = addressOf(script, params)!;
    if (asked.has(address)) throw new RpcError(RpcCode.invalidParameter, `Invalid parameter, duplicated address: ${text}`);
    asked.add(address);
  }
  return asked;
}

function unspentOutput(coin: WalletCoin, wallet: Wallet, call: Call): UnspentOutput {
  const { txid, vout, address, scriptPubKey, valueSat, confirmations, ownership, solvable, safe } = coin;
  const {
    type,
    data: [hash],
  } = solve(scriptPubKey);
  const redeemScript = type === 'scripthash' && hash ? wallet.keychain.index.script(hash) : undefined;
  const label = address === undefined ? '' : (wallet.addressBook.get(address)?.label ?? '');
  return {
    txid,
    vout,
    ...(address !== undefined && { address }),
    label,
    ...(call.deprecated('accounts') && { account: label }),
    scriptPubKey: scriptPubKey.toString('hex'),
    amount: new Amount(valueSat),
    confirmations,
    ...(redeemScript && { redeemScript: redeemScript.toString('hex') }),
    spendable: ownership === 'spendable',
    solvable,
    safe,
  };
}
