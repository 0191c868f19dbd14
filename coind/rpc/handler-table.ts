import type { MethodsOf } from '../../specs/model/generated/methods.d.ts';
import type { Family, Handlers, MethodId } from './handler.ts';
import { accountHandlers } from './handlers/accounts/accounts.ts';
import { allocationHandlers } from './handlers/assets/allocations.ts';
import { assetInfoHandlers } from './handlers/assets/asset-info.ts';
import { assetOwnerHandlers } from './handlers/assets/asset-owner.ts';
import { blockWaitHandlers } from './handlers/control/block-waits.ts';
import { bridgeHandlers } from './handlers/platform/bridge.ts';
import { chainHandlers } from './handlers/chain/chain.ts';
import { coinMethodHandlers } from './handlers/platform/coin-methods.ts';
import { controlHandlers } from './handlers/control/control.ts';
import { extChainHandlers } from './handlers/platform/ext-chain.ts';
import { fundingHandlers } from './handlers/raw/funding.ts';
import { masternodeHandlers } from './handlers/masternodes/masternode.ts';
import { masternodeBroadcastHandlers } from './handlers/masternodes/broadcasts.ts';
import { masternodeListHandlers } from './handlers/masternodes/list.ts';
import { masternodeStartHandlers } from './handlers/masternodes/starts.ts';
import { governanceObjectHandlers } from './handlers/governance/objects.ts';
import { governanceVoteHandlers } from './handlers/governance/votes.ts';
import { mempoolHandlers } from './handlers/chain/mempool.ts';
import { miningHandlers } from './handlers/control/mining.ts';
import { networkHandlers } from './handlers/network/network.ts';
import { networkStateHandlers } from './handlers/masternodes/network-state.ts';
import { nodeInfoHandlers } from './handlers/control/node-info.ts';
import { psbtAnalysisHandlers } from './handlers/control/psbt-analysis.ts';
import { psbtHandlers } from './handlers/raw/psbt.ts';
import { rawHandlers } from './handlers/raw/raw.ts';
import { scanHandlers } from './handlers/chain/scan.ts';
import { sendHandlers } from './handlers/raw/send.ts';
import { signingHandlers } from './handlers/raw/signing.ts';
import { superblockHandlers } from './handlers/governance/superblocks.ts';
import { tpsTestHandlers } from './handlers/platform/tps-test.ts';
import { txOutProofHandlers } from './handlers/chain/tx-out-proof.ts';
import { utilHandlers } from './handlers/control/util.ts';
import { walletAddressHandlers } from './handlers/wallet/addresses.ts';
import { walletEncryptionHandlers } from './handlers/wallet/encryption.ts';
import { walletFileHandlers } from './handlers/wallet/files.ts';
import { walletImportMultiHandlers } from './handlers/wallet/import-multi.ts';
import { walletInfoHandlers } from './handlers/wallet/info.ts';
import { walletKeyHandlers } from './handlers/wallet/keys.ts';
import { walletOutputHandlers } from './handlers/wallet/outputs.ts';
import { walletPsbtHandlers } from './handlers/wallet/psbt.ts';
import { walletReceivedHandlers } from './handlers/wallet/received.ts';
import { walletRescanHandlers } from './handlers/wallet/rescan.ts';
import { walletSigningHandlers } from './handlers/wallet/signing.ts';
import { walletSpendingHandlers } from './handlers/wallet/spending.ts';
import { walletTotalHandlers } from './handlers/control/wallet-totals.ts';
import { walletTransactionHandlers } from './handlers/wallet/transactions.ts';
import { walletUnspentHandlers } from './handlers/wallet/unspent.ts';

/** Handlers of exactly the methods of a family: a missing or extra one does not compile. */
type Complete<F extends Family, H> = Handlers<MethodsOf[F]> & { readonly [Id in Exclude<keyof H, MethodsOf[F]>]: never };

/** The handlers of one family, from several files. */
export function family<F extends Family, H>(_family: F, own: H & Complete<F, H>): Handlers<MethodsOf[F]> {
  return own;
}

/** The handler of each method. */
export const handlers: Handlers<MethodId> = {
  ...family('chain', { ...chainHandlers, ...mempoolHandlers, ...scanHandlers, ...txOutProofHandlers }),
  ...family('raw', { ...fundingHandlers, ...psbtHandlers, ...rawHandlers, ...sendHandlers, ...signingHandlers }),
  ...family('wallet', {
    ...walletAddressHandlers,
    ...walletEncryptionHandlers,
    ...walletFileHandlers,
    ...walletImportMultiHandlers,
    ...walletInfoHandlers,
    ...walletKeyHandlers,
    ...walletOutputHandlers,
    ...walletPsbtHandlers,
    ...walletReceivedHandlers,
    ...walletRescanHandlers,
    ...walletSigningHandlers,
    ...walletSpendingHandlers,
    ...walletTransactionHandlers,
    ...walletUnspentHandlers,
  }),
  ...family('accounts', { ...accountHandlers }),
  ...family('network', { ...networkHandlers }),
  ...family('platform', { ...bridgeHandlers, ...coinMethodHandlers, ...extChainHandlers, ...tpsTestHandlers }),
  ...family('assets', { ...allocationHandlers, ...assetInfoHandlers, ...assetOwnerHandlers }),
  ...family('masternodes', {
    ...masternodeHandlers,
    ...masternodeStartHandlers,
    ...masternodeListHandlers,
    ...masternodeBroadcastHandlers,
    ...networkStateHandlers,
  }),
  ...family('governance', { ...governanceObjectHandlers, ...governanceVoteHandlers, ...superblockHandlers }),
  ...family('control', {
    ...blockWaitHandlers,
    ...controlHandlers,
    ...miningHandlers,
    ...nodeInfoHandlers,
    ...psbtAnalysisHandlers,
    ...utilHandlers,
    ...walletTotalHandlers,
  }),
};
