import type { Methods, SigningResult } from '../../../../specs/model/generated/methods.d.ts';
import { layered, MemoryProvider } from '../../../script/memory-provider.ts';
import { signTransaction } from '../../../wallet/spend/sign-transaction.ts';
import type { Call } from '../../handler.ts';
import { coinsFrom } from '../../shapes/prevtxs.ts';
import { sighashTypeFrom } from '../../shapes/sighash-types.ts';
import { signingResult } from '../../shapes/signing-result.ts';
import { completeTransactionFrom } from '../../shapes/transactions.ts';

/** Signs with the keys of the wallet of a call. Throws `RpcError` -13 if it is locked. */
export function signWithWallet(args: Methods['signrawtransactionwithwallet']['params'], call: Call): SigningResult {
  const wallet = call.wallet();
  const transaction = completeTransactionFrom(args.hexstring);
  const provider = wallet.keychain.signing();
  const scripts = new MemoryProvider(call.node.curve);
  const coinOf = coinsFrom(args.prevtxs ?? [], transaction, { node: call.node, scripts, needsRedeemScript: false });
  const signer = { provider: layered(provider, scripts), sighashType: sighashTypeFrom(args.sighashtype), curve: call.node.curve };
  return signingResult(signTransaction(transaction, coinOf, signer));
}
