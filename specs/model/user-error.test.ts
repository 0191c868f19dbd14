import { expect, test } from 'vitest';
import { UserError } from './user-error.ts';

class Sample extends UserError {
  override readonly name = 'Sample';
}

test('the message includes the remedy; remedy, details and cause are also members', () => {
  const cause = new Error('ENOENT');
  const error = new Sample('a.yaml is not there', { remedy: 'give another file', details: ['one line'], cause });
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toBe('Sample: a.yaml is not there; give another file');
  expect([error.remedy, error.details, error.cause]).toEqual(['give another file', ['one line'], cause]);
});

test('only the problem is required', () => {
  const error = new UserError('it cannot be done');
  expect([error.message, error.remedy, error.details, 'cause' in error]).toEqual(['it cannot be done', undefined, [], false]);
});
