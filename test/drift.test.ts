import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { DriftResults } from '../reports/drift/results.ts';
import { FaultProxy, type Envelope, type Fault } from './support/fault-proxy.ts';
import { isOpen, readJson } from './support/lost-nodes.ts';
import { inFolder, pyx } from './support/pyx.ts';

const NOT_FOUND = { result: null, error: { code: -32601, message: 'Method not found' } };

/** A release that has lost a method, hides another, and has other words, fields and types. */
const otherRelease: Fault = {
  name: 'another release',
  instead: ({ method }) => Promise.resolve(method === 'getbestblockhash' ? NOT_FOUND : undefined),
  answer: (answer, { method, params }) => {
    const { result } = answer;
    if (method === 'help' && typeof result === 'string') {
      const text =
        params[0] === 'getblockhash'
          ? result.replace('1. height', '1. index')
          : result.replace(/^(?:getbestblockhash|getdifficulty)\n/gm, '');
      return { ...answer, result: text };
    }
    if (method !== 'getnettotals' || answer.error !== null) return undefined;
    return { ...answer, result: { ...(result as object), totalbytesrecv: '0', packets: 1 } } as Envelope;
  },
};

test('pyx drift finds what a release changed, each change with its class', async () => {
  const target = await openTarget('embedded', { env: {} });
  try {
    const node = await target.start('default');
    const { user = '', password = '' } = node.credentials ?? {};
    const proxy = await FaultProxy.start(() => node.client.address);
    proxy.plant(otherRelease);
    try {
      await inFolder(async (folder) => {
        const args = ['drift', '--target', proxy.address, '--method', 'getnettotals', '--fail-on', 'breaking', '--out', folder];
        const { code, stdout, stderr } = await pyx(args, { env: { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password } });
        expect(code, stdout + stderr).toBe(1);
        const { findings, lost } = await readJson<DriftResults>(folder, 'drift.json');
        expect(lost).toEqual([]);
        const seen = findings
          .filter(isOpen)
          .map((finding) => [
            finding.class,
            finding.change,
            finding.places.map(({ method, path }) => `${method} ${path}`.trim()).join(', '),
          ]);
        expect(seen).toEqual([
          ['breaking', 'method-removed', 'getbestblockhash'],
          ['breaking', 'type-changed', 'getnettotals totalbytesrecv'],
          ['unclassified', 'help-wrong', 'getdifficulty'],
          ['compatible', 'param-renamed-in-help', 'getblockhash argument height'],
          ['compatible', 'field-added', 'getnettotals packets'],
        ]);
        expect(stdout).toContain('5 differences between the documents and the node: 2 breaking, 1 unclassified, 2 compatible');
      });
    } finally {
      await proxy.close();
    }
  } finally {
    await target.close();
  }
});
