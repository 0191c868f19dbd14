import type { Reply } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { Alteration } from '../../suites/selfcheck/types.ts';
import type { StateFault } from './state-faults.ts';

const DONE: Reply = { type: 'result', result: null, durationMs: 0, httpStatus: 200 };

/** Calls of a method, perhaps with a certain argument, are answered as if they were done, and have no effect. */
export const ignored = (method: string, at = 0, argument?: Wire): Alteration => ({
  instead: ({ id, params }) => (id === method && (argument === undefined || params[at] === argument) ? DONE : undefined),
});

/** abortrescan ends also the next rescan, if none runs. */
function abortIsKept(): Alteration {
  let [running, isKept] = [0, false];
  return {
    forward: (call) => {
      if (call.id === 'abortrescan') isKept ||= running === 0;
      if (call.id !== 'rescanblockchain') return undefined;
      running++;
      const isCut = isKept && call.params.length === 0;
      isKept = false;
      return isCut ? { ...call, params: [0, 1] } : undefined;
    },
    answer: (_reply, { id }) => {
      if (id === 'rescanblockchain') running--;
      return undefined;
    },
  };
}

/** Faults of rescans, peers and the throughput test that show only after a sequence of calls. */
export const nodeFaults: readonly StateFault[] = [
  {
    name: 'importaddress rescans in any case',
    found: 'states/rescan',
    long: true,
    make: () => ({
      forward: (call) =>
        call.id === 'importaddress' && call.params[2] === false ? { ...call, params: call.params.with(2, true) } : undefined,
    }),
  },
  {
    name: 'importprivkey never rescans',
    found: 'states/rescan',
    make: () => ({
      forward: (call) =>
        call.id === 'importprivkey' && call.params[2] === true ? { ...call, params: call.params.with(2, false) } : undefined,
    }),
  },
  {
    name: 'rescanblockchain of one block scans all',
    found: 'states/rescan',
    long: true,
    make: () => ({
      instead: async ({ id, params: [start, stop], wallet }, ask) => {
        if (id !== 'rescanblockchain' || start === undefined) return undefined;
        await ask(id, [], wallet);
        return { ...DONE, result: { start_height: start, stop_height: stop ?? start } };
      },
    }),
  },
  { name: 'abortrescan without a rescan ends the next one', found: 'states/rescan', make: abortIsKept },
  { name: 'clearbanned has no effect', found: 'states/peers', make: () => ignored('clearbanned') },
  {
    name: 'the removal of a ban removes all bans',
    found: 'states/peers',
    long: true,
    make: () => ({
      forward: (call) => (call.id === 'setban' && call.params[1] === 'remove' ? { ...call, id: 'clearbanned', params: [] } : undefined),
    }),
  },
  {
    name: 'a ban removes the bans before',
    found: 'states/peers',
    long: true,
    make: () => ({
      forward: async ({ id, params }, ask) => {
        if (id === 'setban' && params[1] === 'add') await ask('clearbanned', []);
        return undefined;
      },
    }),
  },
  {
    name: 'a start time of 0 sends at once',
    found: 'states/tps-queue',
    make: () => ({
      forward: (call) =>
        call.id === 'tpstestadd' && String(call.params[0]) === '0'
          ? { ...call, params: call.params.with(0, Date.now() * 1000) }
          : undefined,
    }),
  },
  { name: 'the test cannot be disabled', found: 'states/tps-queue', long: true, make: () => ignored('tpstestsetenabled', 0, false) },
];
