import type { Fault } from '../fault-proxy.ts';
import { swallowed } from '../faults.ts';
import { forwarded, isObject, type Mutant } from './mutant.ts';

const LONGEST_UNLOCK_S = 100_000_000;

/** Doubles the cap for a wallet that was unlocked for longer than the cap. */
function capDoubled(): Fault {
  const capped = new Set<string>();
  return {
    name: 'the cap of an unlock time is doubled',
    answer: (answer, { method, params: [, timeout], path }) => {
      if (answer.error !== null) return undefined;
      if (method === 'walletpassphrase') {
        if (Number(String(timeout)) > LONGEST_UNLOCK_S) capped.add(path);
        else capped.delete(path);
      }
      const { result } = answer;
      if (method !== 'getwalletinfo' || !capped.has(path) || !isObject(result) || typeof result['unlocked_until'] !== 'number')
        return undefined;
      return { ...answer, result: { ...result, unlocked_until: result['unlocked_until'] + LONGEST_UNLOCK_S } };
    },
  };
}

/** An unlocked wallet keeps its time when it is unlocked again. */
function secondUnlockIgnored(): Fault {
  const untilMs = new Map<string, number>();
  return {
    name: 'a second walletpassphrase does not replace the time',
    swallow: ({ method, params: [, timeout], path }) => {
      if (method === 'walletlock') untilMs.delete(path);
      if (method !== 'walletpassphrase') return undefined;
      if ((untilMs.get(path) ?? 0) > Date.now()) return null;
      untilMs.set(path, Date.now() + Number(String(timeout)) * 1000);
      return undefined;
    },
  };
}

/** The time of an unlocked wallet is replaced, but the timer of the time before still locks it. */
function earlierTimerLocks(): Fault {
  const untilMs = new Map<string, number>();
  return {
    name: 'the timer of an earlier walletpassphrase still locks the wallet',
    instead: async ({ method, params: [, timeout], path }, ask) => {
      const dueMs = untilMs.get(path);
      if (dueMs !== undefined && Date.now() >= dueMs) {
        untilMs.delete(path);
        await ask('walletlock', []);
      }
      if (method === 'walletlock') untilMs.delete(path);
      if (method === 'walletpassphrase' && !untilMs.has(path)) untilMs.set(path, Date.now() + Number(String(timeout)) * 1000);
      return undefined;
    },
  };
}

/** Changes of state that do not happen, or happen in another way. */
export const STATE_MUTANTS: readonly Mutant[] = [
  { fault: swallowed('encryptwallet', 'wallet encrypted'), cases: ['rules/encryptwallet/*'] },
  {
    fault: forwarded('walletpassphrasechange leaves the passphrase', 'walletpassphrasechange', ([old = '']) => [old, old]),
    cases: ['rules/walletpassphrasechange/*'],
  },
  { fault: swallowed('walletlock', null), cases: ['rules/walletlock/*'] },
  { fault: secondUnlockIgnored(), cases: ['rules/walletpassphrase/again'] },
  { fault: earlierTimerLocks(), cases: ['rules/walletpassphrase/again/timer'] },
  { fault: capDoubled(), cases: ['rules/walletpassphrase/cap', 'rules/limits/unlock-time-cap'] },
  {
    fault: {
      name: 'lockunspent without a list unlocks nothing',
      swallow: ({ method, params }) => (method === 'lockunspent' && params[0] === true && params.length === 1 ? true : undefined),
    },
    cases: ['rules/lockunspent/*'],
  },
  { fault: swallowed('abortrescan', true), cases: ['rules/abortrescan/*'] },
  { fault: swallowed('removeprunedfunds', null), cases: ['rules/removeprunedfunds/*'] },
  { fault: swallowed('settxfee', true), cases: ['rules/settxfee/*'] },
  { fault: swallowed('preciousblock', null), cases: ['rules/preciousblock/*'] },
  { fault: swallowed('setnetworkactive', true), cases: ['rules/setnetworkactive/*'] },
  { fault: swallowed('ping', null), cases: ['rules/ping/*'] },
  { fault: swallowed('clearbanned', null), cases: ['rules/clearbanned/*'] },
  {
    fault: forwarded('addnode onetry adds the node', 'addnode', (params) => (params[1] === 'onetry' ? params.with(1, 'add') : undefined)),
    cases: ['rules/getaddednodeinfo/*', 'rules/addnode/*'],
  },
];
