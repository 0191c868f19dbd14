import { expect, test } from 'vitest';
import type { RequestForm } from '../../../client/types.ts';
import { FakeTarget } from '../../../engine/testing/fakes.ts';
import { alteredTarget } from './altered-target.ts';

class FormedTarget extends FakeTarget {
  form: RequestForm | undefined;

  setRequestForm(form: RequestForm): void {
    this.form = form;
  }
}

test('an altered target is called in the form that a standard states, if the target can be', () => {
  const inner = new FormedTarget();
  alteredTarget(inner, () => undefined).setRequestForm?.({ jsonrpc: '2.0' });
  expect(inner.form).toEqual({ jsonrpc: '2.0' });
  expect(alteredTarget(new FakeTarget(), () => undefined).setRequestForm).toBeUndefined();
});
