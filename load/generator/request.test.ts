import { expect, test } from 'vitest';
import { requestEncoder } from './request.ts';

const call = { method: 'getblockcount', path: '/wallet/a', body: Buffer.from('{}') } as const;

test('a request has its credentials and length, and asks for its connection to be closed only where it is not kept', () => {
  const kept = requestEncoder('127.0.0.1:1', { user: 'u', password: 'p' })(call).toString();
  expect(kept).toBe(
    'POST /wallet/a HTTP/1.1\r\nHost: 127.0.0.1:1\r\nAuthorization: Basic dTpw\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  );
  const once = requestEncoder('127.0.0.1:1', undefined, false)(call).toString();
  expect(once).toBe(
    'POST /wallet/a HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  );
});
