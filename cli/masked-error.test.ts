import { expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { TargetError } from '../fixtures/targets/types.ts';
import { maskedError } from './masked-error.ts';

test('no part of an error that is shown holds a secret', () => {
  const secrets = new Secrets();
  secrets.add('opensesame');
  const error = new TargetError('opensesame is refused', { remedy: 'do without opensesame', details: ['a', 'rpcpassword=opensesame'] });
  expect(maskedError(error, secrets)).toBe(error);
  expect(error).toMatchObject({ message: '*** is refused; do without ***', remedy: 'do without ***', details: ['a', 'rpcpassword=***'] });
  expect(error.stack).not.toContain('opensesame');
});

test('what is no error is left as it is', () => {
  expect(maskedError('opensesame', new Secrets())).toBe('opensesame');
});
