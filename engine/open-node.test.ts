import { expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import type { RequestForm } from '../client/types.ts';
import { TargetError } from '../fixtures/targets/types.ts';
import { Specification } from '../specs/model/spec.ts';
import type { ServiceForm } from '../specs/model/types.ts';
import { openNode } from './open-node.ts';
import { fakeSpecification, FakeTarget, result, type Answers } from './testing/fakes.ts';

const answers: Answers = (method) =>
  method === 'getblockchaininfo' ? result({ chain: 'regtest' }) : result({ version: 1, subversion: '' });

const stating = (service: ServiceForm): Specification => {
  const { spec } = fakeSpecification;
  return new Specification({ spec: { ...spec, edition: { ...spec.edition, service } }, branded: [], validators: {} }, {});
};
const open = (target: FakeTarget, specification: Specification) =>
  openNode({ specification, target, targetFile: 'none', secrets: new Secrets() });

class FormedTarget extends FakeTarget {
  readonly forms: { readonly form: RequestForm; readonly startsBefore: number }[] = [];

  setRequestForm(form: RequestForm): void {
    this.forms.push({ form, startsBefore: this.starts });
  }
}

test('the form of requests that the standard states is set before the first node starts', async () => {
  const target = new FormedTarget(answers);
  await open(target, stating({ protocol: 'json-rpc-2.0' }));
  expect(target.forms).toEqual([{ form: { jsonrpc: '2.0' }, startsBefore: 0 }]);
});

test('a standard that states none leaves the target as it is', async () => {
  const target = new FormedTarget(answers);
  await open(target, fakeSpecification);
  expect(target.forms).toEqual([]);
});

test.each<[ServiceForm, RegExp]>([
  [{ protocol: 'json-rpc-2.0' }, /^process:fake can only be called by JSON-RPC 1\.0 by position, but the standard states json-rpc-2\.0/],
  [{ arguments: 'by-name' }, /but the standard states arguments by name/],
])('a target that cannot be called as %j states is refused, and starts no node', async (service, message) => {
  const target = new FakeTarget(answers);
  const opened = open(target, stating(service));
  await expect(opened).rejects.toThrow(TargetError);
  await expect(opened).rejects.toThrow(message);
  expect(target.starts).toBe(0);
});
