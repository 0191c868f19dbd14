import { setTimeout as sleep } from 'node:timers/promises';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { bothSettled } from '../support/both-settled.ts';
import { extendedKey } from './extended-key.ts';

/** Child keys to derive for the scan: enough for it to take some tenths of a second. */
const RANGE = 3_000;
const POLL_MS = 2;

type Status = { readonly progress?: Wire } | null;

/** Does something while a scan runs; `during` is called once the node says that one does. */
async function whileScanning(t: Trial, during: (status: Exclude<Status, null>) => Promise<void>): Promise<void> {
  const key = await extendedKey(t);
  const objects = [{ desc: `pkh(${key.publicExtendedKey}/*)`, range: RANGE }];
  const scanning = { over: false };
  // It may end by itself or be ended, with a result or an error: what a scan that was ended answers is left open.
  const scan = async (): Promise<void> => {
    try {
      await t.call('scantxoutset', { action: 'start', scanobjects: objects });
    } finally {
      scanning.over = true;
    }
  };
  const watch = async (): Promise<boolean> => {
    while (!scanning.over) {
      const status = await t.result<Status>('scantxoutset', { action: 'status', scanobjects: [] });
      if (status !== null) {
        await during(status);
        return true;
      }
      await sleep(POLL_MS);
    }
    return false;
  };
  const [, seen] = await bothSettled(scan(), watch());
  if (!seen) t.inapplicable('the node ends a scan before it can be asked about it');
}

export const scanControlRules: readonly Case[] = [
  rule({
    rule: 'scantxoutset/status',
    effect: ['read'],
    run: (t) => whileScanning(t, async (status) => {
      const progress = Number(String(status.progress));
      t.ok(progress >= 0 && progress <= 100, `the progress of a scan that runs is ${String(status.progress)}, expected 0 to 100 percent`, { path: 'progress' });
    }),
  }),
  rule({
    rule: 'scantxoutset/abort',
    effect: ['chain'],
    run: async (t) => {
      const idle = await t.result<Wire>('scantxoutset', { action: 'abort', scanobjects: [] });
      t.ok(idle !== true, 'abort answers true though no scan was running');
      await whileScanning(t, async () => {
        t.equal(await t.result('scantxoutset', { action: 'abort', scanobjects: [] }), true, 'the answer to ending a scan that runs');
      });
    },
  }),
];
