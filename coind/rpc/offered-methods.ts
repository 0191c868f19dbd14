import type { MethodsOf } from '../../specs/model/generated/methods.d.ts';

/**
 * The methods of document 3 that coind offers, by family. A method stands here together with its handler in
 * `handler-table.ts`: with one of both alone, nothing compiles.
 */
export const offeredOfDocument3 = {
  governance: {},
  assets: {
    assetallocationburn: true,
    assetallocationsend: true,
    assetallocationsendmany: true,
    assetinfo: true,
    assetnew: true,
    assetsend: true,
    assetupdate: true,
    listassets: true,
  },
  masternodes: {
    'masternode count': true,
    'masternode current': true,
    'masternode genkey': true,
    'masternode initialize': true,
    'masternode list': true,
    'masternode list-conf': true,
    'masternode outputs': true,
    'masternode start-all': true,
    'masternode start-disabled': true,
    'masternode start-missing': true,
    'masternode status': true,
    'masternode winner': true,
    'masternode winners': true,
    'masternodebroadcast create-all': true,
    'masternodebroadcast create-name': true,
    'masternodebroadcast decode': true,
    'masternodebroadcast relay': true,
    masternodelist: true,
    mnsync: true,
    sentinelping: true,
    setspork: true,
    spork: true,
  },
  platform: {
    addressbalance: true,
    coinaddscript: true,
    coinburn: true,
    coindecoderawtransaction: true,
    coinlistreceivedbyaddress: true,
    coinmint: true,
    cointxfund: true,
    coinsetextheaders: true,
    coinsetextstatus: true,
    coinstartextclient: true,
    coinstopextclient: true,
    tpstestadd: true,
    tpstestinfo: true,
    tpstestsetenabled: true,
  },
} as const satisfies { readonly [F in 'governance' | 'masternodes' | 'assets' | 'platform']: { readonly [Id in MethodsOf[F]]?: true } };
