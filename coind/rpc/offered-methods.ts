import type { MethodsOf } from '../../specs/model/generated/methods.d.ts';

/**
 * The methods of document 3 that coind offers, by family. A method stands here together with its handler in
 * `handler-table.ts`: with one of both alone, nothing compiles.
 */
export const offeredOfDocument3 = {
  governance: {},
  masternodes: {},
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
