import calls from '../../specs/model/generated/calls.js';
import { RpcCode, RpcError } from './errors.ts';

/** Methods of the node family that the standard lacks and coind has not either; people try them all the same. */
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
  'getconnectioncount',
  'getdeploymentinfo',
  'getdescriptoractivity',
  'getdescriptorinfo',
  'getgenerate',
  'gethashespersec',
  'getinfo',
  'getnetworkhashps',
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

/** The first words of all methods of the standard: `gobject` of `gobject count`. */
const specified: ReadonlySet<string> = new Set(calls.map(({ id }) => id.split(' ', 1)[0] as string));

/** What is answered to the name of a method that there is not. It says where somebody may know it from. */
export function unknownMethod(method: string): RpcError {
  return new RpcError(RpcCode.methodNotFound, `Method not found${hint(method)}`);
}

function hint(method: string): string {
  if (specified.has(method)) return `: the standard has ${method}, and coind does not offer it yet`;
  return OF_OTHER_RELEASES.has(method) ? `: the standard lacks ${method}, which other releases have; help lists what there is` : '';
}
