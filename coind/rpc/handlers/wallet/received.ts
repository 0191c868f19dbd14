import type { ReceivedByAddress } from '../../../../specs/model/generated/methods.d.ts';
import { addressOf, scriptOf } from '../../../script/addresses.ts';
import { cachedAddressOf } from '../../../wallet/address-cache.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { requireScript } from './addresses.ts';

/** Payments received by one script. */
export interface Receipts {
  readonly sat: bigint;
  /** Confirmations of the newest counted transaction; 0 without one. */
  readonly confirmations: number;
  readonly txids: readonly string[];
}

/** Amounts received by addresses. */
export const walletReceivedHandlers: Handlers<'getreceivedbyaddress' | 'listreceivedbyaddress' | 'listaddressgroupings'> = {
  getreceivedbyaddress: ({ address, minconf }, call) => {
    const wallet = call.wallet();
    const script = requireScript(address, call.node.params);
    if (wallet.keychain.index.ownership(script) === 'none') throw new RpcError(RpcCode.wallet, 'Address not found in wallet');
    return new Amount(receiptsOf(script, minconf, wallet).sat);
  },

  listreceivedbyaddress: ({ minconf, include_empty: withEmpty, include_watchonly: watchOnly, address_filter: only }, call) => {
    const wallet = call.wallet();
    const asked = only === undefined ? undefined : filterAddress(only, call);
    const entries: ReceivedByAddress[] = [];
    for (const [address, { label }] of wallet.addressBook.entries()) {
      if (asked !== undefined && address !== asked) continue;
      const script = scriptOf(address, call.node.params)!;
      const ownership = wallet.keychain.index.ownership(script);
      if (ownership === 'none' || (ownership === 'watch' && !watchOnly)) continue;
      const { sat, confirmations, txids } = receiptsOf(script, minconf, wallet);
      if (txids.length === 0 && !withEmpty) continue;
      entries.push({
        ...(ownership === 'watch' && { involvesWatchonly: true }),
        address,
        ...(call.deprecated('accounts') && { account: label }),
        amount: new Amount(sat),
        confirmations,
        label,
        txids,
      });
    }
    return entries.sort((a, b) => (a.address < b.address ? -1 : 1));
  },

  listaddressgroupings: (_args, call) => {
    const wallet = call.wallet();
    const balances = addressBalances(wallet);
    return addressGroups(wallet, call).map((group) =>
      group.map((address) => {
        const label = wallet.addressBook.get(address)?.label;
        return [address, new Amount(balances.get(address) ?? 0n), ...(label === undefined ? [] : [label])];
      }),
    );
  },
};

/** Payments to a script with enough confirmations. Coinbases are not counted, as in nodes of this family. */
export function receiptsOf(script: Buffer, minconf: number, wallet: Wallet): Receipts {
  let sat = 0n;
  let minConfirmations = Infinity;
  const txids = new Set<string>();
  for (const output of wallet.ledger.paidTo(script)) {
    const tx = wallet.ledger.get(output.txid)!;
    const confirmations = wallet.ledger.confirmations(tx);
    if (confirmations < minconf || tx.transaction.isCoinbase) continue;
    sat += output.valueSat;
    minConfirmations = Math.min(minConfirmations, confirmations);
    txids.add(output.txid);
  }
  return { sat, confirmations: txids.size > 0 ? minConfirmations : 0, txids: [...txids] };
}

function filterAddress(text: string, { node: { params } }: Call): string {
  const script = scriptOf(text, params);
  if (!script) throw new RpcError(RpcCode.wallet, 'address_filter parameter was invalid');
  return addressOf(script, params)!;
}

/** Unspent balance of each address in the wallet. */
function addressBalances(wallet: Wallet): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const coin of wallet.coins.list({ includeWatchOnly: true, includeLocked: true, includeUnsafe: false })) {
    if (coin.address !== undefined) balances.set(coin.address, (balances.get(coin.address) ?? 0n) + coin.valueSat);
  }
  return balances;
}

/** Groups of addresses with a visible common owner: spent together in one transaction, or change of it. */
function addressGroups(wallet: Wallet, { node: { params } }: Call): string[][] {
  const groupOf = new Map<string, Set<string>>();
  const join = (addresses: readonly string[]): void => {
    const joined = new Set(addresses.flatMap((address) => [...(groupOf.get(address) ?? [address])]));
    for (const address of joined) groupOf.set(address, joined);
  };
  for (const { transaction } of wallet.ledger.all()) {
    const spent = transaction.inputs.flatMap((input) => {
      const own = wallet.ledger.own(input);
      return own ? (cachedAddressOf(own.scriptPubKey, params) ?? []) : [];
    });
    const change: string[] = [];
    for (const { scriptPubKey } of transaction.outputs) {
      const address = wallet.keychain.index.ownership(scriptPubKey) === 'none' ? undefined : cachedAddressOf(scriptPubKey, params);
      if (address === undefined) continue;
      if (spent.length > 0 && wallet.isChange(scriptPubKey)) change.push(address);
      else if (!groupOf.has(address)) join([address]);
    }
    if (spent.length > 0) join([...spent, ...change]);
  }
  return [...new Set(groupOf.values())].map((group) => [...group]);
}
