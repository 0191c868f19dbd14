import { outpointKey } from '../../../primitives/outpoint.ts';
import { fromWif } from '../../../crypto/keys.ts';
import { makeTransaction } from '../../../primitives/transaction.ts';
import type { Transaction } from '../../../primitives/types.ts';
import type { ChainParams } from '../../../params.ts';
import { MemoryProvider } from '../../../script/memory-provider.ts';
import { SighashCache } from '../../../script/sighash.ts';
import { combineInputs, withUnlocks } from '../../../script/signer.ts';
import { coinKnownToNode, signTransaction } from '../../../wallet/spend/sign-transaction.ts';
import type { Methods, SigningResult } from '../../../../specs/model/generated/methods.d.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { coinsFrom } from '../../shapes/prevtxs.ts';
import { sighashTypeFrom } from '../../shapes/sighash-types.ts';
import { signingResult } from '../../shapes/signing-result.ts';
import { completeTransactionFrom } from '../../shapes/transactions.ts';
import { signWithWallet } from '../wallet/sign-with-wallet.ts';

/** Signatures of raw transactions (document 2, Raw transactions, scripts and PSBTs). */
export const signingHandlers: Handlers<'signrawtransaction' | 'signrawtransactionwithkey' | 'combinerawtransaction'> = {
  signrawtransaction: ({ privkeys, ...args }, call) =>
    privkeys === undefined ? signWithWallet(args, call) : signWithKeys({ ...args, privkeys }, call),

  signrawtransactionwithkey: signWithKeys,

  combinerawtransaction({ txs }, { node }) {
    const copies = txs.map((hex, index) => copyFrom(hex, index));
    const [first] = copies;
    if (first === undefined) throw new RpcError(RpcCode.deserialization, 'Missing transactions');
    const cache = new SighashCache(first);
    const inputs = first.inputs.map((input, index) => {
      const coin = coinKnownToNode(node, input);
      if (coin === undefined) throw new RpcError(RpcCode.verify, 'Input not found or already spent');
      const same = copies.flatMap(({ inputs: others }) => {
        const other = others[index];
        return other !== undefined && outpointKey(other) === outpointKey(input) ? [other] : [];
      });
      return withUnlocks(input, combineInputs({ transaction: first, index, coin, cache, curve: node.curve }, same));
    });
    return makeTransaction({ version: first.version, inputs, outputs: first.outputs, locktime: first.locktime }).bytes.toString('hex');
  },
};

function copyFrom(hex: string, index: number): Transaction {
  try {
    return completeTransactionFrom(hex);
  } catch (error) {
    if (error instanceof RpcError)
      throw new RpcError(error.code, `TX decode failed for tx ${index}. Make sure the tx has at least one input.`);
    throw error;
  }
}

function signWithKeys(args: Methods['signrawtransactionwithkey']['params'], { node }: Call): SigningResult {
  const transaction = completeTransactionFrom(args.hexstring);
  const provider = new MemoryProvider(node.curve);
  for (const wif of args.privkeys) addKey(wif, provider, node.params);
  const coinOf = coinsFrom(args.prevtxs ?? [], transaction, { node, scripts: provider, needsRedeemScript: true });
  return signingResult(
    signTransaction(transaction, coinOf, { provider, sighashType: sighashTypeFrom(args.sighashtype), curve: node.curve }),
  );
}

function addKey(wif: string, provider: MemoryProvider, params: ChainParams): void {
  const decoded = fromWif(wif, params);
  if (decoded === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, 'Invalid private key');
  provider.addKey(decoded.key, decoded.compressed);
}
