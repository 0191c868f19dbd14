import type { Reply } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { Alteration, Ask } from '../../suites/selfcheck/types.ts';
import type { StateFault } from './state-faults.ts';

type Item = { readonly [name: string]: Wire };

const MODEL = 'states/wallet-transactions';

/** An alteration of the items of the lists that a method returns; an item that becomes undefined is removed. */
const inList =
  (method: string, change: (item: Item) => Item | undefined): NonNullable<Alteration['answer']> =>
  (reply, { id }) => {
    if (id !== method || reply.type !== 'result') return undefined;
    return { ...reply, result: (reply.result as Item[]).flatMap((item) => change(item) ?? []) };
  };

const number = (value: Wire | undefined): number => Number(String(value));
const isOk = ({ type }: Reply): boolean => type === 'result';

/** What a transaction of the wallet spends, each as text. */
async function inputsOf(ask: Ask, txid: Wire, wallet: string | undefined): Promise<string[]> {
  const transaction = await ask('gettransaction', [txid], wallet);
  const hex = transaction.type === 'result' ? (transaction.result as Item)['hex'] : undefined;
  const decoded = await ask('decoderawtransaction', [hex ?? '']);
  if (decoded.type !== 'result') return [];
  return ((decoded.result as Item)['vin'] as Item[]).map((input) => `${String(input['txid'])}:${String(input['vout'])}`);
}

/** Only the transactions that abandontransaction names are abandoned. */
function descendantsKept(): Alteration {
  const named = new Set<Wire>();
  const change = inList('listtransactions', (item) =>
    item['abandoned'] === true && !named.has(item['txid'] ?? null) ? { ...item, abandoned: false } : item,
  );
  return {
    answer: (reply, call, ask) => {
      if (call.id === 'abandontransaction' && isOk(reply)) named.add(call.params[0] ?? null);
      return change(reply, call, ask);
    },
  };
}

/** listunspent lacks what an abandoned transaction spent. */
function abandonedInputsSpent(): Alteration {
  const spent = new Set<string>();
  const change = inList('listunspent', (item) => (spent.has(`${String(item['txid'])}:${String(item['vout'])}`) ? undefined : item));
  return {
    answer: async (reply, call, ask) => {
      if (call.id === 'abandontransaction' && isOk(reply))
        for (const input of await inputsOf(ask, call.params[0] ?? null, call.wallet)) spent.add(input);
      return change(reply, call, ask);
    },
  };
}

/** A second abandontransaction takes the first one back. */
function abandonedAgainToggles(): Alteration {
  const times = new Map<Wire, number>();
  const change = inList('listtransactions', (item) =>
    (times.get(item['txid'] ?? null) ?? 0) > 1 && item['abandoned'] === true ? { ...item, abandoned: false } : item,
  );
  return {
    answer: (reply, call, ask) => {
      const txid = call.params[0] ?? null;
      if (call.id === 'abandontransaction') times.set(txid, (times.get(txid) ?? 0) + 1);
      return change(reply, call, ask);
    },
  };
}

/** The pool has also what bumpfee has replaced. */
function bumpedStaysInPool(): Alteration {
  const replaced = new Set<Wire>();
  return {
    answer: (reply, { id, params }) => {
      if (id === 'bumpfee' && isOk(reply)) replaced.add(params[0] ?? null);
      if (id !== 'getrawmempool' || reply.type !== 'result' || replaced.size === 0) return undefined;
      return { ...reply, result: [...(reply.result as Wire[]), ...replaced] };
    },
  };
}

/** A transaction that was in a block once is shown as confirmed ever after. */
function staysConfirmed(): Alteration {
  const confirmed = new Set<Wire>();
  return {
    answer: inList('listtransactions', (item) => {
      const [txid, confirmations] = [item['txid'] ?? null, number(item['confirmations'])];
      if (confirmations > 0) confirmed.add(txid);
      return confirmations === 0 && confirmed.has(txid) ? { ...item, confirmations: 1 } : item;
    }),
  };
}

/** getbalance answers as before the last payment. */
function balanceBeforePayment(): Alteration {
  const last = new Map<string, Reply>();
  let isPaid = false;
  return {
    answer: (reply, { id, wallet = '' }) => {
      if (id === 'sendrawtransaction') isPaid = true;
      if (id !== 'getbalance') return undefined;
      const before = last.get(wallet);
      last.set(wallet, reply);
      if (!isPaid) return undefined;
      isPaid = false;
      return before;
    },
  };
}

/** Faults of a wallet that show only after a sequence of calls. */
export const transactionFaults: readonly StateFault[] = [
  { name: 'descendants of an abandoned transaction are not abandoned', found: MODEL, long: true, make: descendantsKept },
  { name: 'what an abandoned transaction spent stays spent', found: MODEL, long: true, make: abandonedInputsSpent },
  { name: 'abandoning an abandoned transaction takes that back', found: MODEL, long: true, make: abandonedAgainToggles },
  { name: 'bumpfee keeps the old transaction in the pool', found: MODEL, make: bumpedStaysInPool },
  { name: 'a transaction stays confirmed when its block has left the main chain', found: MODEL, make: staysConfirmed },
  {
    name: 'a transaction in conflict with a block has 0 confirmations',
    found: MODEL,
    long: true,
    make: () => ({
      answer: inList('listtransactions', (item) => (number(item['confirmations']) < 0 ? { ...item, confirmations: 0 } : item)),
    }),
  },
  { name: 'the balance is that before the last payment', found: MODEL, long: true, make: balanceBeforePayment },
];
