import type { Case } from '../../engine/case.ts';
import { getaccountRules } from './accounts/getaccount.ts';
import { getaccountaddressRules } from './accounts/getaccountaddress.ts';
import { getaddressbyaccountRules } from './accounts/getaddressbyaccount.ts';
import { getreceivedbyaccountRules } from './accounts/getreceivedbyaccount.ts';
import { listaccountsRules } from './accounts/listaccounts.ts';
import { listreceivedbyaccountRules } from './accounts/listreceivedbyaccount.ts';
import { moveRules } from './accounts/move.ts';
import { sendfromRules } from './accounts/sendfrom.ts';
import { setaccountRules } from './accounts/setaccount.ts';
import { assetallocationburnRules } from './assets/assetallocationburn.ts';
import { assetinfoRules } from './assets/assetinfo.ts';
import { assetnewRules } from './assets/assetnew.ts';
import { assetsendRules } from './assets/assetsend.ts';
import { assetupdateRules } from './assets/assetupdate.ts';
import { getbestblockhashRules } from './chain/getbestblockhash.ts';
import { getblockRules } from './chain/getblock.ts';
import { getblockchaininfoRules } from './chain/getblockchaininfo.ts';
import { getblockcountRules } from './chain/getblockcount.ts';
import { getblockheaderRules } from './chain/getblockheader.ts';
import { getblockstatsRules } from './chain/getblockstats.ts';
import { getchaintipsRules } from './chain/getchaintips.ts';
import { getchaintxstatsRules } from './chain/getchaintxstats.ts';
import { getdifficultyRules } from './chain/getdifficulty.ts';
import { getmempoolancestorsRules } from './chain/getmempoolancestors.ts';
import { getmempooldescendantsRules } from './chain/getmempooldescendants.ts';
import { getmempoolentryRules } from './chain/getmempoolentry.ts';
import { getmempoolinfoRules } from './chain/getmempoolinfo.ts';
import { gettxoutRules } from './chain/gettxout.ts';
import { gettxoutproofRules } from './chain/gettxoutproof.ts';
import { preciousblockRules } from './chain/preciousblock.ts';
import { pruneblockchainRules } from './chain/pruneblockchain.ts';
import { savemempoolRules } from './chain/savemempool.ts';
import { scantxoutsetRules } from './chain/scantxoutset.ts';
import { verifychainRules } from './chain/verifychain.ts';
import { verifytxoutproofRules } from './chain/verifytxoutproof.ts';
import { getgovernanceinfoRules } from './governance/getgovernanceinfo.ts';
import { getsuperblockbudgetRules } from './governance/getsuperblockbudget.ts';
import { gobjectCheckRules } from './governance/gobject-check.ts';
import { gobjectCountRules } from './governance/gobject-count.ts';
import { gobjectDeserializeRules } from './governance/gobject-deserialize.ts';
import { gobjectDiffRules } from './governance/gobject-diff.ts';
import { gobjectGetRules } from './governance/gobject-get.ts';
import { gobjectGetcurrentvotesRules } from './governance/gobject-getcurrentvotes.ts';
import { gobjectGetvotesRules } from './governance/gobject-getvotes.ts';
import { gobjectListRules } from './governance/gobject-list.ts';
import { gobjectPrepareRules } from './governance/gobject-prepare.ts';
import { gobjectSubmitRules } from './governance/gobject-submit.ts';
import { gobjectVoteConfRules } from './governance/gobject-vote-conf.ts';
import { gobjectVoteManyRules } from './governance/gobject-vote-many.ts';
import { gobjectVoteNameRules } from './governance/gobject-vote-name.ts';
import { voterawRules } from './governance/voteraw.ts';
import { masternodeCurrentRules } from './masternodes/masternode-current.ts';
import { masternodeGenkeyRules } from './masternodes/masternode-genkey.ts';
import { masternodeInitializeRules } from './masternodes/masternode-initialize.ts';
import { masternodeListRules } from './masternodes/masternode-list.ts';
import { masternodeListConfRules } from './masternodes/masternode-list-conf.ts';
import { masternodeOutputsRules } from './masternodes/masternode-outputs.ts';
import { masternodeStartAllRules } from './masternodes/masternode-start-all.ts';
import { masternodeStartDisabledRules } from './masternodes/masternode-start-disabled.ts';
import { masternodeWinnerRules } from './masternodes/masternode-winner.ts';
import { masternodeWinnersRules } from './masternodes/masternode-winners.ts';
import { masternodebroadcastCreateNameRules } from './masternodes/masternodebroadcast-create-name.ts';
import { masternodebroadcastRelayRules } from './masternodes/masternodebroadcast-relay.ts';
import { masternodelistRules } from './masternodes/masternodelist.ts';
import { mnsyncRules } from './masternodes/mnsync.ts';
import { sentinelpingRules } from './masternodes/sentinelping.ts';
import { sporkRules } from './masternodes/spork.ts';
import { addnodeRules } from './network/addnode.ts';
import { clearbannedRules } from './network/clearbanned.ts';
import { disconnectnodeRules } from './network/disconnectnode.ts';
import { getaddednodeinfoRules } from './network/getaddednodeinfo.ts';
import { getnettotalsRules } from './network/getnettotals.ts';
import { getnetworkinfoRules } from './network/getnetworkinfo.ts';
import { getpeerinfoRules } from './network/getpeerinfo.ts';
import { getzmqnotificationsRules } from './network/getzmqnotifications.ts';
import { listbannedRules } from './network/listbanned.ts';
import { pingRules } from './network/ping.ts';
import { setbanRules } from './network/setban.ts';
import { setnetworkactiveRules } from './network/setnetworkactive.ts';
import { coinaddscriptRules } from './platform/coinaddscript.ts';
import { coinburnRules } from './platform/coinburn.ts';
import { coindecoderawtransactionRules } from './platform/coindecoderawtransaction.ts';
import { coinmintRules } from './platform/coinmint.ts';
import { coinsetextheadersRules } from './platform/coinsetextheaders.ts';
import { coinsetextstatusRules } from './platform/coinsetextstatus.ts';
import { coinstartextclientRules } from './platform/coinstartextclient.ts';
import { coinstopextclientRules } from './platform/coinstopextclient.ts';
import { cointxfundRules } from './platform/cointxfund.ts';
import { tpstestaddRules } from './platform/tpstestadd.ts';
import { tpstestinfoRules } from './platform/tpstestinfo.ts';
import { tpstestsetenabledRules } from './platform/tpstestsetenabled.ts';
import { combinerawtransactionRules } from './raw/combinerawtransaction.ts';
import { converttopsbtRules } from './raw/converttopsbt.ts';
import { createrawtransactionRules } from './raw/createrawtransaction.ts';
import { decodepsbtRules } from './raw/decodepsbt.ts';
import { decoderawtransactionRules } from './raw/decoderawtransaction.ts';
import { decodescriptRules } from './raw/decodescript.ts';
import { finalizepsbtRules } from './raw/finalizepsbt.ts';
import { fundrawtransactionRules } from './raw/fundrawtransaction.ts';
import { getrawtransactionRules } from './raw/getrawtransaction.ts';
import { sendrawtransactionRules } from './raw/sendrawtransaction.ts';
import { signrawtransactionRules } from './raw/signrawtransaction.ts';
import { signrawtransactionwithkeyRules } from './raw/signrawtransactionwithkey.ts';
import { testmempoolacceptRules } from './raw/testmempoolaccept.ts';
import { importWithRescanRules } from './states/import-with-rescan.ts';
import { abandontransactionRules } from './wallet/abandontransaction.ts';
import { abortrescanRules } from './wallet/abortrescan.ts';
import { addmultisigaddressRules } from './wallet/addmultisigaddress.ts';
import { backupwalletRules } from './wallet/backupwallet.ts';
import { bumpfeeRules } from './wallet/bumpfee.ts';
import { convertaddressRules } from './wallet/convertaddress.ts';
import { createwalletRules } from './wallet/createwallet.ts';
import { dumpprivkeyRules } from './wallet/dumpprivkey.ts';
import { dumpwalletRules } from './wallet/dumpwallet.ts';
import { encryptwalletRules } from './wallet/encryptwallet.ts';
import { getaddressesbylabelRules } from './wallet/getaddressesbylabel.ts';
import { getaddressinfoRules } from './wallet/getaddressinfo.ts';
import { getbalanceRules } from './wallet/getbalance.ts';
import { getnewaddressRules } from './wallet/getnewaddress.ts';
import { getrawchangeaddressRules } from './wallet/getrawchangeaddress.ts';
import { gettransactionRules } from './wallet/gettransaction.ts';
import { getunconfirmedbalanceRules } from './wallet/getunconfirmedbalance.ts';
import { getwalletinfoRules } from './wallet/getwalletinfo.ts';
import { importaddressRules } from './wallet/importaddress.ts';
import { importmultiRules } from './wallet/importmulti.ts';
import { importprunedfundsRules } from './wallet/importprunedfunds.ts';
import { importpubkeyRules } from './wallet/importpubkey.ts';
import { keypoolrefillRules } from './wallet/keypoolrefill.ts';
import { listlabelsRules } from './wallet/listlabels.ts';
import { listreceivedbyaddressRules } from './wallet/listreceivedbyaddress.ts';
import { listsinceblockRules } from './wallet/listsinceblock.ts';
import { listtransactionsRules } from './wallet/listtransactions.ts';
import { listunspentRules } from './wallet/listunspent.ts';
import { listwalletsRules } from './wallet/listwallets.ts';
import { loadwalletRules } from './wallet/loadwallet.ts';
import { lockunspentRules } from './wallet/lockunspent.ts';
import { removeprunedfundsRules } from './wallet/removeprunedfunds.ts';
import { rescanblockchainRules } from './wallet/rescanblockchain.ts';
import { sendmanyRules } from './wallet/sendmany.ts';
import { sendtoaddressRules } from './wallet/sendtoaddress.ts';
import { sethdseedRules } from './wallet/sethdseed.ts';
import { settxfeeRules } from './wallet/settxfee.ts';
import { signmessageRules } from './wallet/signmessage.ts';
import { signrawtransactionwithwalletRules } from './wallet/signrawtransactionwithwallet.ts';
import { unloadwalletRules } from './wallet/unloadwallet.ts';
import { walletcreatefundedpsbtRules } from './wallet/walletcreatefundedpsbt.ts';
import { walletlockRules } from './wallet/walletlock.ts';
import { walletpassphraseRules } from './wallet/walletpassphrase.ts';
import { walletpassphrasechangeRules } from './wallet/walletpassphrasechange.ts';
import { walletprocesspsbtRules } from './wallet/walletprocesspsbt.ts';

/** Every case that judges a rule, or a row of the tables of limits, errors and states. */
export function ruleCases(): Case[] {
  return [
    ...getaccountRules,
    ...getaccountaddressRules,
    ...getaddressbyaccountRules,
    ...getreceivedbyaccountRules,
    ...listaccountsRules,
    ...listreceivedbyaccountRules,
    ...moveRules,
    ...sendfromRules,
    ...setaccountRules,
    ...assetallocationburnRules,
    ...assetinfoRules,
    ...assetnewRules,
    ...assetsendRules,
    ...assetupdateRules,
    ...getbestblockhashRules,
    ...getblockRules,
    ...getblockchaininfoRules,
    ...getblockcountRules,
    ...getblockheaderRules,
    ...getblockstatsRules,
    ...getchaintipsRules,
    ...getchaintxstatsRules,
    ...getdifficultyRules,
    ...getmempoolancestorsRules,
    ...getmempooldescendantsRules,
    ...getmempoolentryRules,
    ...getmempoolinfoRules,
    ...gettxoutRules,
    ...gettxoutproofRules,
    ...preciousblockRules,
    ...pruneblockchainRules,
    ...savemempoolRules,
    ...scantxoutsetRules,
    ...verifychainRules,
    ...verifytxoutproofRules,
    ...getgovernanceinfoRules,
    ...getsuperblockbudgetRules,
    ...gobjectCheckRules,
    ...gobjectCountRules,
    ...gobjectDeserializeRules,
    ...gobjectDiffRules,
    ...gobjectGetRules,
    ...gobjectGetcurrentvotesRules,
    ...gobjectGetvotesRules,
    ...gobjectListRules,
    ...gobjectPrepareRules,
    ...gobjectSubmitRules,
    ...gobjectVoteConfRules,
    ...gobjectVoteManyRules,
    ...gobjectVoteNameRules,
    ...voterawRules,
    ...masternodeCurrentRules,
    ...masternodeGenkeyRules,
    ...masternodeInitializeRules,
    ...masternodeListRules,
    ...masternodeListConfRules,
    ...masternodeOutputsRules,
    ...masternodeStartAllRules,
    ...masternodeStartDisabledRules,
    ...masternodeWinnerRules,
    ...masternodeWinnersRules,
    ...masternodebroadcastCreateNameRules,
    ...masternodebroadcastRelayRules,
    ...masternodelistRules,
    ...mnsyncRules,
    ...sentinelpingRules,
    ...sporkRules,
    ...addnodeRules,
    ...clearbannedRules,
    ...disconnectnodeRules,
    ...getaddednodeinfoRules,
    ...getnettotalsRules,
    ...getnetworkinfoRules,
    ...getpeerinfoRules,
    ...getzmqnotificationsRules,
    ...listbannedRules,
    ...pingRules,
    ...setbanRules,
    ...setnetworkactiveRules,
    ...coinaddscriptRules,
    ...coinburnRules,
    ...coindecoderawtransactionRules,
    ...coinmintRules,
    ...coinsetextheadersRules,
    ...coinsetextstatusRules,
    ...coinstartextclientRules,
    ...coinstopextclientRules,
    ...cointxfundRules,
    ...tpstestaddRules,
    ...tpstestinfoRules,
    ...tpstestsetenabledRules,
    ...combinerawtransactionRules,
    ...converttopsbtRules,
    ...createrawtransactionRules,
    ...decodepsbtRules,
    ...decoderawtransactionRules,
    ...decodescriptRules,
    ...finalizepsbtRules,
    ...fundrawtransactionRules,
    ...getrawtransactionRules,
    ...sendrawtransactionRules,
    ...signrawtransactionRules,
    ...signrawtransactionwithkeyRules,
    ...testmempoolacceptRules,
    ...importWithRescanRules,
    ...abandontransactionRules,
    ...abortrescanRules,
    ...addmultisigaddressRules,
    ...backupwalletRules,
    ...bumpfeeRules,
    ...convertaddressRules,
    ...createwalletRules,
    ...dumpprivkeyRules,
    ...dumpwalletRules,
    ...encryptwalletRules,
    ...getaddressesbylabelRules,
    ...getaddressinfoRules,
    ...getbalanceRules,
    ...getnewaddressRules,
    ...getrawchangeaddressRules,
    ...gettransactionRules,
    ...getunconfirmedbalanceRules,
    ...getwalletinfoRules,
    ...importaddressRules,
    ...importmultiRules,
    ...importprunedfundsRules,
    ...importpubkeyRules,
    ...keypoolrefillRules,
    ...listlabelsRules,
    ...listreceivedbyaddressRules,
    ...listsinceblockRules,
    ...listtransactionsRules,
    ...listunspentRules,
    ...listwalletsRules,
    ...loadwalletRules,
    ...lockunspentRules,
    ...removeprunedfundsRules,
    ...rescanblockchainRules,
    ...sendmanyRules,
    ...sendtoaddressRules,
    ...sethdseedRules,
    ...settxfeeRules,
    ...signmessageRules,
    ...signrawtransactionwithwalletRules,
    ...unloadwalletRules,
    ...walletcreatefundedpsbtRules,
    ...walletlockRules,
    ...walletpassphraseRules,
    ...walletpassphrasechangeRules,
    ...walletprocesspsbtRules,
  ];
}
