import { expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { readTargetFile } from '../engine/target-file.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import type { Ask, Fault } from './support/fault-proxy.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { tryCases } from './support/try-cases.ts';

const abortCases = allCases(specification).filter(({ id }) => id === 'rules/scantxoutset/abort');

async function outcomeUnder(fault: Fault): Promise<string> {
  const target = new ProxiedTarget(openEmbeddedTarget(), fault);
  try {
    const outcomes = await tryCases(abortCases, target, 6, { file: readTargetFile('coind') });
    return [...outcomes.values()].map(({ status }) => status).join();
  } finally {
    await target.close();
  }
}

/** A node that is so busy that the scan is over before it comes to the call that aborts it, for the first scans that run then. */
function lateAborts(scans: number): Fault {
  let late = 0;
  const running = async (ask: Ask) => (await ask('scantxoutset', ['status', []])).result !== null;
  return {
    name: 'late aborts',
    instead: async ({ method, params: [action] }, ask) => {
      if (method !== 'scantxoutset' || action !== 'abort' || late === scans || !(await running(ask))) return undefined;
      late++;
      while (await running(ask)) await sleep(5);
      return ask(method, ['abort', []]);
    },
  };
}

test('a scan that ends before it can be aborted is no failure: a longer one follows', async () => {
  expect(await outcomeUnder(lateAborts(1))).toBe('passed');
});

test('a scan that goes on after a call to abort it is a failure, also where others had ended before', async () => {
  const late = lateAborts(1);
  const inert: Fault = {
    name: 'abort does nothing',
    instead: async (call, ask) => {
      if (call.method !== 'scantxoutset' || call.params[0] !== 'abort') return undefined;
      return (await late.instead?.(call, ask)) ?? { result: false, error: null };
    },
  };
  expect(await outcomeUnder(inert)).toBe('failed');
});

test('where each scan ends before it can be aborted, nothing is judged', async () => {
  expect(await outcomeUnder(lateAborts(Infinity))).toBe('inapplicable');
});
