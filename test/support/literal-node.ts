import { isLosslessNumber } from 'lossless-json';
import type { Wire } from '../../specs/model/wire.ts';
import { formatSat, satoshis } from '../../client/wire-json.ts';
import type { Envelope, Fault, ProxiedCall } from './fault-proxy.ts';

type Members = { readonly [name: string]: Wire };

const NO_HASH = '00'.repeat(32);
const NO_OUTPUT = 4_294_967_295;

const isObject = (value: Wire | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** Members to add to an object of an answer. Members of the node take precedence. */
type Reading = (object: Members, call: ProxiedCall) => Members | undefined;

/**
 * Members that the documents list without a condition and real nodes omit if they do not apply. Each reading is for the
 * methods that its pattern matches, and is applied to every object in an answer.
 */
const READINGS: readonly (readonly [methods: RegExp, reading: Reading])[] = [
  [/^signrawtransaction/, ({ complete }) => (complete === true ? { errors: [] } : undefined)],
  [
    /./,
    ({ asm, type }) => (asm !== undefined && (type === 'nulldata' || type === 'nonstandard') ? { addresses: [], reqSigs: 0 } : undefined),
  ],
  [
    /./,
    ({ coinbase, sequence }) =>
      coinbase !== undefined && sequence !== undefined
        ? { txid: NO_HASH, vout: NO_OUTPUT, scriptSig: { asm: '', hex: '' }, txinwitness: [] }
        : undefined,
  ],
  [/./, ({ scriptSig, sequence }) => (scriptSig !== undefined && sequence !== undefined ? { txinwitness: [] } : undefined)],
  [
    /^(listtransactions|listsinceblock|gettransaction)$/,
    ({ confirmations }) =>
      typeof confirmations === 'number' && confirmations <= 0 ? { blockhash: NO_HASH, blockindex: 0, blocktime: 0 } : undefined,
  ],
  [
    /^(listtransactions|listsinceblock)$/,
    ({ confirmations }) => (typeof confirmations === 'number' && confirmations > 0 ? { trusted: true } : undefined),
  ],
  [/^(listtransactions|listsinceblock)$/, ({ category }) => (category === undefined ? undefined : { comment: '' })],
  [/^listsinceblock$/, ({ category }) => (category === undefined ? undefined : { to: '' })],
  [
    /^(getblock|getblockheader)$/,
    ({ height }) => (height === undefined ? undefined : { previousblockhash: NO_HASH, nextblockhash: NO_HASH }),
  ],
  [/^getblock$/, ({ txid, hex }) => (txid !== undefined && hex !== undefined ? { in_active_chain: true } : undefined)],
  [/^getrawtransaction$/, ({ vin }) => (vin === undefined ? undefined : { confirmations: 0, time: 0, blocktime: 0 })],
  [/^getwalletinfo$/, ({ walletname }) => (walletname === undefined ? undefined : { unlocked_until: 0 })],
  [/^listunspent$/, ({ spendable }) => (spendable === undefined ? undefined : { redeemScript: '' })],
  [/^finalizepsbt$/, ({ hex }, { params: [psbt = ''] }) => (hex === undefined ? undefined : { psbt })],
  [/^getpeerinfo$/, ({ addr }) => (addr === undefined ? undefined : { addrlocal: '', pingtime: 0, minping: 0, pingwait: 0 })],
  [/^importmulti$/, ({ success }) => (success === true ? { error: { code: 0, message: '' } } : undefined)],
];

/** The documents call the fee of the transaction negative, but not that of a detail. */
function withoutSigns(result: Wire): Wire {
  if (!isObject(result) || !Array.isArray(result['details'])) return result;
  const details = result['details'].map((detail) => {
    const fee = isObject(detail) ? detail['fee'] : undefined;
    return fee === undefined ? detail : { ...(detail as Members), fee: formatSat(-satoshis(fee)) };
  });
  return { ...result, details };
}

/** Hex digits may be capital letters. */
function inCapitals(result: Wire): Wire {
  if (Array.isArray(result)) return result.map(inCapitals);
  if (!isObject(result)) return result;
  return Object.fromEntries(
    Object.entries(result).map(([name, member]) => [
      name,
      name === 'master_fingerprint' && typeof member === 'string' ? member.toUpperCase() : inCapitals(member),
    ]),
  );
}

function read(value: Wire, call: ProxiedCall): Wire {
  if (Array.isArray(value)) return value.map((item) => read(item, call));
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(member, call)]));
  const added = READINGS.filter(([methods]) => methods.test(call.method)).map(([, reading]) => reading(value, call) ?? {});
  return { ...(Object.assign({}, ...added) as Members), ...inner };
}

function literally(answer: Envelope, call: ProxiedCall): Envelope | undefined {
  if (answer.error !== null) return undefined;
  const shown = read(answer.result, call);
  if (call.method === 'gettransaction') return { ...answer, result: withoutSigns(shown) };
  return { ...answer, result: call.method === 'decodepsbt' ? inCapitals(shown) : shown };
}

/** A node that returns every member that the documents list, also those that do not apply. */
export const literalNode: Fault = { name: 'everything listed is shown', answer: literally };
