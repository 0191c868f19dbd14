import { expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { TargetError } from '../fixtures/targets/types.ts';
import { maskedError } from './masked-error.ts';

test('no displayed part of an error has a secret', () => {
  const secrets = new Secrets();
  secrets.add('opensesame');
  const error = new TargetError('opensesame is refused', { remedy: 'do without opensesame', details: ['a', 'rpcpassword=opensesame'] });
  expect(maskedError(error, secrets)).toBe(error);
  expect(error).toMatchObject({ message: '*** is refused; do without ***', remedy: 'do without ***', details: ['a', 'rpcpassword=***'] });
  expect(error.stack).not.toContain('opensesame');
});

test('a value that is not an error is returned unchanged', () => {
  expect(maskedError('opensesame', new Secrets())).toBe('opensesame');
});
