import { type DataOutput, dataOutputOf } from '../../../assets/data-output.ts';
import { DeserializationError } from '../../../primitives/deserialization-error.ts';
import { makeTransaction } from '../../../primitives/transaction.ts';
import type { Transaction } from '../../../primitives/types.ts';
import { scriptOf } from '../../../script/addresses.ts';
import { fundFromAddress } from '../../../wallet/assets/fund-from-address.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { serviceJson } from '../../json/service-json.ts';
import { txJson } from '../../json/tx-json.ts';
import { bytesFrom } from '../../shapes/hashes.ts';
import { formsOf, transactionFrom } from '../../shapes/transactions.ts';
import { mapDomainErrors } from '../../domain-errors.ts';
import { requireScript } from '../wallet/addresses.ts';
import { receiptsOf } from '../wallet/received.ts';

/** Largest script of an input of P2SH, which a redeem script must fit in. */
const MAX_REDEEM_SCRIPT_SIZE = 520;

type CoinMethod = 'addressbalance' | 'coinaddscript' | 'coindecoderawtransaction' | 'coinlistreceivedbyaddress' | 'cointxfund';

/** The platform's own coin methods (document 3, Platform-specific coin methods). */
export const coinMethodHandlers: Handlers<CoinMethod> = {
  addressbalance({ address }, { node: { chain, params } }) {
    const script = requireScript(address, params);
    let sat = 0n;
    for (const [, coin] of chain.coins()) if (coin.scriptPubKey.equals(script)) sat += coin.valueSat;
    return [new Amount(sat)];
  },

  coinaddscript({ redeemscript }, call) {
    const wallet = call.wallet();
    const script = bytesFrom(redeemscript, 'redeemscript');
    if (script.length > MAX_REDEEM_SCRIPT_SIZE)
      throw new RpcError(
        RpcCode.invalidAddressOrKey,
        `redeemscript has ${script.length} bytes, expected at most ${MAX_REDEEM_SCRIPT_SIZE}: a longer one cannot be spent`,
      );
    wallet.addScript(script);
    return { result: 'success' };
  },

  coindecoderawtransaction({ hexstring }, { node: { params } }) {
    const transaction = transactionFrom(hexstring, formsOf(undefined));
    const data = serviceDataOf(transaction);
    return { transaction: txJson(transaction, params), ...(data !== undefined && { service: serviceJson(data, transaction) }) };
  },

  coinlistreceivedbyaddress(_args, call) {
    const wallet = call.wallet();
    const { params } = call.node;
    return [...wallet.addressBook.entries()].flatMap(([address, { label }]) => {
      const script = scriptOf(address, params)!;
      if (wallet.keychain.index.ownership(script) !== 'spendable') return [];
      const { sat, txids } = receiptsOf(script, 1, wallet);
      return txids.length === 0 ? [] : [{ address, amount: new Amount(sat), label }];
    });
  },

  cointxfund({ hexstring, address, output_index: index }, call) {
    const wallet = call.wallet();
    const transaction = transactionFrom(hexstring, formsOf(undefined));
    if (transaction.outputs.length === 0) throw new RpcError(RpcCode.invalidParameter, 'TX must have at least one output');
    const script = requireScript(address, call.node.params);
    const funded = mapDomainErrors({ 'cannot-fund': RpcCode.walletInsufficientFunds }, () =>
      fundFromAddress(transaction, { script, index }, wallet, call.node),
    );
    const hex = makeTransaction(funded.transaction).bytes.toString('hex');
    return { hex, fee: new Amount(funded.feeSat), changepos: funded.changePosition };
  },
};

/** Throws `RpcError` -22 if a transaction has the version of a service transaction and malformed service data. */
function serviceDataOf(transaction: Transaction): DataOutput | undefined {
  try {
    return dataOutputOf(transaction);
  } catch (error) {
    if (!(error instanceof DeserializationError)) throw error;
    throw new RpcError(RpcCode.deserialization, `The service data of the transaction cannot be read: ${error.message}`);
  }
}
