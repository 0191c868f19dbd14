import { RpcCode, RpcError } from './errors.ts';

/** Methods of other releases of the node family that neither the standard nor coind has. */
const OF_OTHER_RELEASES: ReadonlySet<string> = new Set([
  'addconnection',
  'addpeeraddress',
  'createwalletdescriptor',
  'deriveaddresses',
  'dumptxoutset',
  'echoipc',
  'echojson',
  'enumeratesigners',
  'estimaterawfee',
  'generate',
  'generatetodescriptor',
  'getaddrmaninfo',
  'getblockfilter',
  'getblockfrompeer',
  'getchainstates',
  'getdeploymentinfo',
  'getdescriptoractivity',
  'getdescriptorinfo',
  'getgenerate',
  'gethashespersec',
  'getinfo',
  'getnodeaddresses',
  'getorphantxs',
  'getprioritisedtransactions',
  'getwork',
  'importdescriptors',
  'importmempool',
  'joinpsbts',
  'listdescriptors',
  'listreceivedbylabel',
  'listwallettransactions',
  'loadtxoutset',
  'migratewallet',
  'mockscheduler',
  'newkeypool',
  'psbtbumpfee',
  'resendwallettransactions',
  'restorewallet',
  'scanblocks',
  'send',
  'sendall',
  'sendmsgtopeer',
  'setgenerate',
  'setwalletflag',
  'signmessagewithprivkey',
  'simulaterawtransaction',
  'submitheader',
  'submitpackage',
  'syncwithvalidationinterfacequeue',
  'gettxspendingprevout',
  'upgradewallet',
  'utxoupdatepsbt',
  'walletdisplayaddress',
]);

/** The error for an unknown method. It names the origin of the method, if known. */
export function unknownMethod(method: string): RpcError {
  return new RpcError(RpcCode.methodNotFound, `Method not found${hint(method)}`);
}

function hint(method: string): string {
  return OF_OTHER_RELEASES.has(method)
    ? `: ${method} exists in other releases, but not in the standard; help lists the methods of coind`
    : '';
}
