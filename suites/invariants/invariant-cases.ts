import type { Case } from '../../engine/case.ts';
import { assetPayloadInvariants } from './assets/payloads.ts';
import { assetReorganisationInvariants } from './assets/reorganised.ts';
import { assetSupplyInvariants } from './assets/supply.ts';
import { assetTransferInvariants } from './assets/transfers.ts';
import { coinSupplyInvariants } from './bridge/coin-supply.ts';
import { mintedInvariants } from './bridge/minted.ts';
import { confirmationInvariants } from './chain/confirmations.ts';
import { chainLinkInvariants } from './chain/links.ts';
import { outputInvariants } from './chain/outputs.ts';
import { chainStatsInvariants } from './chain/stats.ts';
import { chainTipInvariants } from './chain/tip.ts';
import { chainTransactionInvariants } from './chain/transactions.ts';
import { chainTxStatsInvariants } from './chain/tx-stats.ts';
import { governanceObjectInvariants } from './governance/objects.ts';
import { governanceVoteInvariants } from './governance/votes.ts';
import { masternodeValueInvariants } from './masternodes/list-values.ts';
import { masternodeListInvariants } from './masternodes/masternode-list.ts';
import { mempoolEntryInvariants } from './mempool/entries.ts';
import { mempoolPassageInvariants } from './mempool/passage.ts';
import { networkPeerInvariants } from './network/peers.ts';
import { networkSettingInvariants } from './network/settings.ts';
import { rawCreatingInvariants } from './raw/creating.ts';
import { fundingDefaultInvariants } from './raw/funding-defaults.ts';
import { rawFundingInvariants } from './raw/funding.ts';
import { psbtFundingInvariants } from './raw/psbt-funding.ts';
import { recomputedAddressInvariants } from './recomputed/addresses.ts';
import { recomputedBlockInvariants } from './recomputed/blocks.ts';
import { recomputedBuildingInvariants } from './recomputed/building.ts';
import { recomputedKeyInvariants } from './recomputed/keys.ts';
import { recomputedPsbtInvariants } from './recomputed/psbt.ts';
import { recomputedSignatureInvariants } from './recomputed/signatures.ts';
import { recomputedTransactionInvariants } from './recomputed/transactions.ts';
import { unreadableInvariants } from './recomputed/unreadable.ts';
import { walletAbandoningInvariants } from './wallet/abandoning.ts';
import { walletBalanceInvariants } from './wallet/balances.ts';
import { walletCoinReceivedInvariants } from './wallet/coin-received.ts';
import { walletDetailInvariants } from './wallet/details.ts';
import { walletFeeEstimateInvariants } from './wallet/fee-estimates.ts';
import { walletImportInvariants } from './wallet/imports.ts';
import { walletKeyInvariants } from './wallet/keys.ts';
import { walletLabelInvariants } from './wallet/labels.ts';
import { walletListInvariants } from './wallet/lists.ts';
import { walletReceivedInvariants } from './wallet/received.ts';
import { walletSendingInvariants } from './wallet/sending.ts';
import { walletStateInvariants } from './wallet/state.ts';
import { walletTransactionInvariants } from './wallet/transactions.ts';
import { walletUnspentLimitInvariants } from './wallet/unspent-limits.ts';

/** Every invariant: relations between methods, and recomputations. */
export function invariantCases(): Case[] {
  return [
    ...assetPayloadInvariants,
    ...assetReorganisationInvariants,
    ...assetSupplyInvariants,
    ...assetTransferInvariants,
    ...coinSupplyInvariants,
    ...mintedInvariants,
    ...confirmationInvariants,
    ...chainLinkInvariants,
    ...outputInvariants,
    ...chainStatsInvariants,
    ...chainTipInvariants,
    ...chainTransactionInvariants,
    ...chainTxStatsInvariants,
    ...governanceObjectInvariants,
    ...governanceVoteInvariants,
    ...masternodeValueInvariants,
    ...masternodeListInvariants,
    ...mempoolEntryInvariants,
    ...mempoolPassageInvariants,
    ...networkPeerInvariants,
    ...networkSettingInvariants,
    ...rawCreatingInvariants,
    ...fundingDefaultInvariants,
    ...rawFundingInvariants,
    ...psbtFundingInvariants,
    ...recomputedAddressInvariants,
    ...recomputedBlockInvariants,
    ...recomputedBuildingInvariants,
    ...recomputedKeyInvariants,
    ...recomputedPsbtInvariants,
    ...recomputedSignatureInvariants,
    ...recomputedTransactionInvariants,
    ...unreadableInvariants,
    ...walletAbandoningInvariants,
    ...walletBalanceInvariants,
    ...walletCoinReceivedInvariants,
    ...walletDetailInvariants,
    ...walletFeeEstimateInvariants,
    ...walletImportInvariants,
    ...walletKeyInvariants,
    ...walletLabelInvariants,
    ...walletListInvariants,
    ...walletReceivedInvariants,
    ...walletSendingInvariants,
    ...walletStateInvariants,
    ...walletTransactionInvariants,
    ...walletUnspentLimitInvariants,
  ];
}
