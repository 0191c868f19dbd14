import { isLosslessNumber } from 'lossless-json';
import type { Reply } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { Alteration, SeenCall } from '../../suites/selfcheck/types.ts';

/** A fault of a node that shows only after a sequence of calls, and the model that must find it. */
export interface StateFault {
  readonly name: string;
  /** Id of the case of the model. */
  readonly found: string;
  /** It remembers earlier calls, so that a node that has it cannot be restored. */
  readonly remembers?: boolean;
  /** It takes long to find: tried in the long tier. */
  readonly long?: boolean;
  /** One for each node. */
  readonly make: () => Alteration;
}

const isOk = (reply: Reply): boolean => reply.type === 'result';
const withResult = (reply: Reply, result: Wire): Reply => (reply.type === 'result' ? { ...reply, result } : reply);
const nowS = (): number => Date.now() / 1000;
const seconds = (value: Wire | undefined): number => Number(isLosslessNumber(value) ? value.value : value);

/** The outpoints of an argument or a result, each as text. */
const outpoints = (list: Wire | undefined): Map<string, Wire> =>
  new Map(
    ((list ?? []) as { txid: string; vout: Wire }[]).map((outpoint) => [
      `${outpoint.txid}:${String(outpoint.vout)}`,
      outpoint as unknown as Wire,
    ]),
  );

const isUnlock = ({ id, params }: SeenCall): boolean => id === 'lockunspent' && params[0] === true;
const isLock = ({ id, params }: SeenCall): boolean => id === 'lockunspent' && params[0] === false;

/** Remembers the locks of each wallet by calls of lockunspent, also after the node was started again. */
function locksSurvive(): Alteration {
  const wallets = new Map<string, Map<string, Wire>>();
  return {
    answer: (reply, call) => {
      if (!isOk(reply)) return undefined;
      const kept = wallets.get(call.wallet ?? '') ?? new Map<string, Wire>();
      wallets.set(call.wallet ?? '', kept);
      if (isLock(call)) for (const [place, outpoint] of outpoints(call.params[1])) kept.set(place, outpoint);
      if (isUnlock(call) && call.params[1] === undefined) kept.clear();
      if (isUnlock(call)) for (const place of outpoints(call.params[1]).keys()) kept.delete(place);
      if (call.id !== 'listlockunspent' || reply.type !== 'result') return undefined;
      return withResult(reply, [...new Map([...outpoints(reply.result), ...kept]).values()]);
    },
  };
}

/** Unlocks all outputs of the wallet while it selects some, and locks them again. */
const selectsLocked = (): Alteration => ({
  instead: async (call, ask) => {
    if (!['sendtoaddress', 'fundrawtransaction', 'walletcreatefundedpsbt'].includes(call.id)) return undefined;
    const locked = await ask('listlockunspent', [], call.wallet);
    await ask('lockunspent', [true], call.wallet);
    const reply = await ask(call.id, call.params, call.wallet);
    if (locked.type === 'result') await ask('lockunspent', [false, locked.result], call.wallet);
    return reply;
  },
});

/** A second walletpassphrase does not change when the wallet is locked, nor unlocked_until. */
function oldTimeCounts(): Alteration {
  let endS = 0;
  return {
    forward: (call) => {
      if (call.id === 'walletlock') endS = 0;
      if (call.id !== 'walletpassphrase') return undefined;
      const [passphrase = null, timeout] = call.params;
      const leftS = Math.ceil(endS - nowS());
      if (leftS > 0) return { ...call, params: [passphrase, leftS] };
      endS = nowS() + seconds(timeout);
      return undefined;
    },
    answer: (reply, { id }) => {
      if (id === 'walletpassphrase' && !isOk(reply)) endS = 0;
      return undefined;
    },
  };
}

/** The timer of a replaced time goes on, and locks the wallet. */
function oldTimerLocks(): Alteration {
  let timers: { readonly endS: number; readonly wallet: string | undefined }[] = [];
  return {
    forward: async (_call, ask) => {
      const over = timers.find(({ endS }) => endS <= nowS());
      if (!over) return undefined;
      timers = timers.filter((timer) => timer !== over);
      await ask('walletlock', [], over.wallet);
      return undefined;
    },
    answer: (reply, { id, params, wallet }) => {
      if (id === 'walletlock') timers = [];
      if (id === 'walletpassphrase' && isOk(reply)) timers.push({ endS: nowS() + seconds(params[1]), wallet });
      return undefined;
    },
  };
}

/** Every passphrase that was ever valid unlocks the wallet. */
function oldPassphraseValid(): Alteration {
  const newer = new Map<string, string>();
  return {
    forward: (call) => {
      let passphrase = String(call.params[0]);
      if (call.id !== 'walletpassphrase' || !newer.has(passphrase)) return undefined;
      while (newer.has(passphrase)) passphrase = newer.get(passphrase)!;
      return { ...call, params: [passphrase, ...call.params.slice(1)] };
    },
    answer: (reply, { id, params }) => {
      if (id === 'walletpassphrasechange' && isOk(reply)) {
        newer.set(String(params[0]), String(params[1]));
        newer.delete(String(params[1]));
      }
      return undefined;
    },
  };
}

/** listwallets has every wallet that was ever loaded. */
function unloadedStaysListed(): Alteration {
  const unloaded = new Set<string>();
  return {
    answer: (reply, { id, params, wallet }) => {
      if (reply.type !== 'result') return undefined;
      const name = String(params[0] ?? wallet);
      if (id === 'unloadwallet') unloaded.add(name);
      if (id === 'createwallet' || id === 'loadwallet') unloaded.delete(name);
      return id === 'listwallets' ? withResult(reply, [...new Set([...(reply.result as string[]), ...unloaded])]) : undefined;
    },
  };
}

/** Until the throughput test is disabled, only its first start time has an effect. */
function oneRound(): Alteration {
  let hasStarted = false;
  return {
    instead: async ({ id, params }) => {
      if (id === 'tpstestsetenabled' && params[0] === false) hasStarted = false;
      if (id !== 'tpstestadd' || seconds(params[0]) === 0) return undefined;
      if (hasStarted) return { type: 'result', result: { status: 'success' }, durationMs: 0 };
      hasStarted = true;
      return undefined;
    },
  };
}

/** A refusal of this method becomes a success. */
const accepts = (method: string): Alteration => ({
  answer: (reply, { id, params }) =>
    id === method && params[0] !== '' && reply.type === 'error'
      ? { type: 'result', result: null, durationMs: reply.durationMs, ...(reply.httpStatus !== undefined && { httpStatus: 200 }) }
      : undefined,
});

export const stateFaults: readonly StateFault[] = [
  { name: 'locks survive a restart', found: 'states/output-locks', remembers: true, make: locksSurvive },
  {
    name: 'unlocking one output unlocks all',
    found: 'states/output-locks',
    make: () => ({ forward: (call) => (isUnlock(call) ? { ...call, params: [true] } : undefined) }),
  },
  { name: 'coin selection ignores locks', found: 'states/output-locks', make: selectsLocked },
  { name: 'the old unlock time still counts', found: 'states/wallet-lock', remembers: true, make: oldTimeCounts },
  { name: 'the timer of a replaced unlock time locks the wallet', found: 'states/wallet-lock', remembers: true, make: oldTimerLocks },
  { name: 'a change of the passphrase leaves the old one valid', found: 'states/wallet-lock', remembers: true, make: oldPassphraseValid },
  {
    name: 'walletlock does not lock',
    found: 'states/wallet-lock',
    make: () => ({ instead: ({ id }) => (id === 'walletlock' ? { type: 'result', result: null, durationMs: 0 } : undefined) }),
  },
  { name: 'an unloaded wallet stays listed', found: 'states/wallet-loading', remembers: true, make: unloadedStaysListed },
  {
    name: 'unloadwallet unloads every wallet',
    found: 'states/wallet-loading',
    make: () => ({
      answer: async (reply, { id }, ask) => {
        if (id !== 'unloadwallet' || reply.type !== 'result') return undefined;
        const left = await ask('listwallets', []);
        if (left.type === 'result') for (const name of left.result as string[]) await ask('unloadwallet', [name]);
        return undefined;
      },
    }),
  },
  { name: 'a second round of the throughput test is forgotten', found: 'states/tps-queue', remembers: true, long: true, make: oneRound },
  { name: 'encryptwallet accepts an encrypted wallet', found: 'states/wallet-encryption', make: () => accepts('encryptwallet') },
];
