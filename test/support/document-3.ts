import { isLosslessNumber } from 'lossless-json';
import type { Wire } from '../../specs/model/wire.ts';
import type { Ask, Envelope, ProxiedCall } from './fault-proxy.ts';

type Given = Pick<Envelope, 'result' | 'error'>;
type Members = { readonly [name: string]: Wire };

/** A call of a method of document 3: the arguments after the sub-command, and access to the node behind the proxy. */
interface Asked {
  readonly params: readonly Wire[];
  readonly ask: Ask;
  readonly tokens: Map<number, Members>;
}

type Handler = (asked: Asked) => Promise<Wire> | Wire;

class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const refuse = (code: number, message: string): never => {
  throw new Refused(code, message);
};

const hexOf = (value: Wire | undefined, bytes?: number): string => {
  const fits = typeof value === 'string' && /^(?:[0-9a-f]{2})+$/i.test(value) && (bytes === undefined || value.length === 2 * bytes);
  return fits ? value : refuse(-8, 'hexadecimal data expected');
};
const textOf = (value: Wire | undefined): string =>
  typeof value === 'string' ? value : refuse(-1, 'JSON value is not a string as expected');
const numberOf = (value: Wire | undefined): number => {
  const number = Number(
    isLosslessNumber(value) ? value.value : typeof value === 'string' || typeof value === 'number' ? value : Number.NaN,
  );
  return Number.isFinite(number) ? number : refuse(-3, 'Invalid amount');
};
const boolOf = (value: Wire | undefined): boolean =>
  typeof value === 'boolean' ? value : refuse(-1, 'JSON value is not a boolean as expected');

/** The result of the node behind the proxy. Throws `Refused` if that node refuses the call. */
async function behind(ask: Ask, method: string, params: readonly Wire[], path?: string): Promise<Wire> {
  const { result, error } = await ask(method, params, path);
  const { code = 0, message = '' } = (error ?? {}) as { code?: number; message?: string };
  return error === null ? result : refuse(code, message);
}

async function addressOf(ask: Ask, address: Wire | undefined): Promise<string> {
  const { isvalid } = (await behind(ask, 'validateaddress', [textOf(address)])) as Members;
  return isvalid === true ? (address as string) : refuse(-5, 'Invalid address');
}

/** Pays an address of the same wallet, to have a transaction. Returns its id. */
const payment = async (ask: Ask, amount: number): Promise<Wire> =>
  behind(ask, 'sendtoaddress', [await behind(ask, 'getnewaddress', []), amount]);

function proposalOf(value: Wire | undefined): string {
  const text = Buffer.from(hexOf(value), 'hex').toString('utf8');
  try {
    const { type, name } = JSON.parse(text) as { type?: unknown; name?: unknown };
    if (type === 1 && typeof name === 'string') return text;
  } catch {
    refuse(-8, 'Data is no JSON');
  }
  return refuse(-8, 'Invalid proposal data');
}

const unknownObject = (): never => refuse(-8, 'Unknown governance object');
const noMasternode = (): never => refuse(-32603, 'This is not a masternode');
const oneOf = (value: Wire | undefined, ...among: string[]): string =>
  among.includes(value as string) ? (value as string) : refuse(-8, 'Unknown command');
const filter = ({ params: [option] }: Asked): Wire =>
  option === undefined ? {} : (oneOf(option, 'valid', 'funding', 'delete', 'endorsed', 'all'), {});

/** Refuses an object that lacks one of these members; an empty object means that it is omitted. */
function requireMembers(value: Wire | undefined, ...members: string[]): void {
  if (value === undefined || (value !== null && typeof value === 'object' && Object.keys(value).length === 0)) return;
  if (value === null || typeof value !== 'object' || !members.every((name) => name in value)) refuse(-8, `Expected ${members.join(', ')}`);
}

async function newToken({ params, ask, tokens }: Asked): Promise<Wire> {
  const [funding, symbol, description, contract, precision, supply, flags, notary, details, fees] = params;
  if (numberOf(funding) <= 0) refuse(-3, 'Invalid amount');
  if (!/^.{1,8}$/.test(textOf(symbol))) refuse(-8, 'Invalid symbol');
  if (contract !== '') hexOf(contract, 20);
  if (numberOf(supply) * 10 ** numberOf(precision) > 2 ** 63) refuse(-8, 'Supply too large');
  if (flags !== undefined && typeof flags !== 'number') refuse(-1, 'JSON value is not an integer as expected');
  if (notary !== undefined) await addressOf(ask, notary);
  if (details !== undefined && notary === undefined) refuse(-8, 'Notary details without a notary');
  requireMembers(details, 'endpoint', 'instant_transfers', 'hd_required');
  requireMembers(fees, 'auxfee_address', 'fee_struct');
  const guid = 1_000 + tokens.size;
  const desc = textOf(description);
  const txid = await payment(ask, numberOf(funding));
  tokens.set(guid, {
    asset_guid: guid,
    symbol: textOf(symbol),
    txid,
    public_value: JSON.stringify({ desc }),
    address: await behind(ask, 'getnewaddress', []),
    contract: `0x${textOf(contract)}`,
    balance: 0,
    total_supply: 0,
    max_supply: numberOf(supply),
    update_flags: flags ?? 0,
    precision: numberOf(precision),
  });
  return { txid, asset_guid: guid };
}

const tokenOf = ({ params: [guid], tokens }: Asked): Members => tokens.get(guid as number) ?? refuse(-20, 'Failed to read from asset DB');

/** The handlers check what arguments refer to, as a real node does, and refuse invented values. */
const handlers: { readonly [id: string]: Handler } = {
  getgovernanceinfo: () => ({
    governanceminquorum: 1,
    sentinelpingmaxseconds: 7200,
    proposalfee: 250,
    superblockcycle: 10,
    lastsuperblock: 0,
    nextsuperblock: 10,
    maxgovobjdatasize: 16384,
  }),
  getsuperblockbudget: ({ params: [index] }) => (numberOf(index) % 10 === 0 ? 100 : refuse(-8, 'No superblock at this height')),
  'gobject count': ({ params: [format] }) => (oneOf(format ?? 'json', 'json', 'all') === 'all' ? 'none' : { objects_total: 0 }),
  'gobject check': ({ params: [hex] }) => (proposalOf(hex), { 'Object status': 'OK' }),
  'gobject deserialize': ({ params: [hex] }) => proposalOf(hex),
  'gobject prepare': async ({ params: [parent, , , data], ask }) => {
    proposalOf(data);
    return parent === '0' ? payment(ask, 250) : unknownObject();
  },
  // Unlike other nodes it does not return the hash.
  'gobject submit': ({ params: [parent, , , data, fee] }) => {
    proposalOf(data);
    hexOf(fee, 32);
    return parent === '0' ? 'submitted' : unknownObject();
  },
  'gobject list': filter,
  'gobject diff': filter,
  'masternode count': ({ params: [option] }) => (option === 'all' ? 'Total: 0' : { total: 0, enabled: 0, qualify: 0 }),
  'masternode current': () => 'unknown',
  'masternode genkey': () => 'cNmDuThTb4GQgLFkLwYzJvKxRzTSiSJZRWcmQ3nTuHb9Rq5nvhJk',
  'masternode winner': () => 'unknown',
  'masternode winners': () => ({}),
  'masternode outputs': () => ({}),
  'masternode list': () => ({}),
  'masternode list-conf': () => ({}),
  'masternode start-all': () => ({ overall: 'Successfully started 0 masternodes' }),
  masternodelist: ({ params: [mode] }) =>
    mode === undefined ||
    /^(activeseconds|addr|daemon|full|info|json|lastpaidblock|lastpaidtime|lastseen|payee|protocol|pubkey|rank|sentinel|status)$/.test(
      textOf(mode),
    )
      ? {}
      : refuse(-8, 'Unknown mode'),
  'masternodebroadcast create-all': () => ({ overall: 'none' }),
  mnsync: ({ params: [command] }) => (oneOf(command ?? 'status', 'status', 'next', 'reset'), { AssetID: 999 }),
  sentinelping: ({ params: [version] }) => (typeof version === 'number' && version >= 1_000_000 ? true : refuse(-8, 'Invalid version')),
  spork: ({ params: [command] }) => (oneOf(command, 'show', 'active') === 'show' ? { SPORK_6: 4_070_908_800 } : { SPORK_6: false }),
  addressbalance: async ({ params: [address], ask }) => (await addressOf(ask, address), [0]),
  coinaddscript: ({ params: [script] }) => (hexOf(script), { result: 'success' }),
  coinburn: ({ params: [amount, bridged, address] }) => (numberOf(amount), boolOf(bridged), [hexOf(address, 20)]),
  coindecoderawtransaction: ({ params: [hex], ask }) => behind(ask, 'decoderawtransaction', [hexOf(hex)]),
  // It uses the default wallet, on any path.
  coinlistreceivedbyaddress: async ({ ask }) =>
    ((await behind(ask, 'listreceivedbyaddress', [], '/wallet/')) as Members[]).map(({ address = '', amount = 0, label = '' }) => ({
      address,
      amount,
      label,
    })),
  coinsetextstatus: ({ params: [status, highest] }) =>
    oneOf(status, 'syncing', 'synced') === 'synced' && numberOf(highest) !== 0
      ? refuse(-8, 'Highest block must be 0 when synced')
      : { status: 'success' },
  coinsetextheaders: ({ params: [headers] }) => {
    if (!Array.isArray(headers)) return refuse(-1, 'JSON value is not an array as expected');
    for (const header of headers) {
      if (!Array.isArray(header) || typeof header[0] !== 'number') return refuse(-8, 'A header is a pair of a number and a root');
      hexOf(header[1], 32);
    }
    return { status: 'success' };
  },
  coinstartextclient: () => refuse(-1, 'Could not start the client: no such file'),
  coinstopextclient: () => refuse(-1, 'Could not stop the client: it does not run'),
  assetnew: newToken,
  assetinfo: (asked) => tokenOf(asked),
  assetsend: async (asked) => {
    tokenOf(asked);
    if (numberOf(asked.params[2]) <= 0) refuse(-8, 'Invalid amount');
    return behind(asked.ask, 'sendtoaddress', [await addressOf(asked.ask, asked.params[1]), 0.001]);
  },
  assetallocationburn: async (asked) => {
    tokenOf(asked);
    const { ismine } = (await behind(asked.ask, 'getaddressinfo', [await addressOf(asked.ask, asked.params[1])])) as Members;
    if (ismine !== true || numberOf(asked.params[2]) <= 0) refuse(-8, 'Nothing to burn');
    hexOf(asked.params[3], 20);
    return payment(asked.ask, 0.001);
  },
};

/** Methods and sub-commands that the node has, and that refuse all arguments a trial can make. */
const alwaysRefused: { readonly [id: string]: Handler } = {
  'gobject get': unknownObject,
  'gobject getvotes': unknownObject,
  'gobject getcurrentvotes': unknownObject,
  'gobject vote-name': unknownObject,
  'gobject vote-conf': unknownObject,
  'gobject vote-many': unknownObject,
  voteraw: unknownObject,
  'masternode status': noMasternode,
  'masternode initialize': noMasternode,
  'masternode start-missing': noMasternode,
  'masternode start-disabled': noMasternode,
  'masternodebroadcast create-name': noMasternode,
  'masternodebroadcast decode': noMasternode,
  'masternodebroadcast relay': noMasternode,
  coinmint: () => refuse(-8, 'Invalid burn proof'),
  cointxfund: () => refuse(-22, 'TX decode failed'),
};

const all = new Map(Object.entries({ ...handlers, ...alwaysRefused }));

/** Methods that are refused without a wallet's path if two wallets are loaded. */
const ofWallet =
  /^(gobject prepare|masternode (outputs|initialize|start-.*)|masternodebroadcast create-.*|asset.*|coin(burn|addscript|mint|txfund).*)$/;

/** Minimum number of arguments; a call with fewer is answered with help. */
const minArguments: { readonly [id: string]: number } = {
  getsuperblockbudget: 1,
  voteraw: 7,
  'gobject get': 1,
  'gobject getvotes': 1,
  'gobject getcurrentvotes': 1,
  'gobject submit': 5,
  'gobject prepare': 4,
  'gobject vote-name': 4,
  'gobject vote-conf': 3,
  'gobject vote-many': 3,
  'masternode initialize': 1,
  coinmint: 8,
  cointxfund: 2,
  coinburn: 3,
  coinsetextstatus: 2,
  assetnew: 6,
  assetsend: 3,
  assetallocationburn: 4,
  sentinelping: 1,
  spork: 1,
};

/**
 * The methods of document 3 that coind does not have, on a node without governance objects, masternodes and an external
 * client. Returns undefined for other methods.
 */
export function document3(): (call: ProxiedCall, ask: Ask) => Promise<Given | undefined> {
  const tokens = new Map<number, Members>();
  return async ({ method, params, path }, ask) => {
    const sub = typeof params[0] === 'string' ? `${method} ${params[0]}` : method;
    const id = all.has(sub) ? sub : method;
    const handler = all.get(id);
    if (!handler) return undefined;
    const own = id === sub && id !== method ? params.slice(1) : params;
    try {
      if (path === '/' && ofWallet.test(id) && ((await behind(ask, 'listwallets', [])) as string[]).length > 1)
        refuse(-19, 'Wallet file not specified');
      if (own.length < (minArguments[id] ?? 0)) refuse(-1, `${id}: help`);
      return { result: await handler({ params: own, ask, tokens }), error: null };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { result: null, error: { code: error.code, message: error.message } };
    }
  };
}
