import { interpret } from '../../../client/envelope.ts';
import { DEFAULT_MAX_DEPTH, stringify } from '../../../client/wire-json.ts';
import type { Reply } from '../../../client/types.ts';
import type { CallOperator } from './operator.ts';

const ID = 'selfcheck';

/** The reply that the client makes of an HTTP answer. */
function received(reply: Reply, status: number, body: string): Reply {
  const outcome = interpret({ status, headers: {}, body: Buffer.from(body) }, ID, { maxDepth: DEFAULT_MAX_DEPTH });
  return { ...outcome, httpStatus: status, durationMs: reply.durationMs };
}

/** The JSON-RPC 1.0 response with this reply. */
function envelope(reply: Exclude<Reply, { type: 'fault' }>): string {
  const [result, error] = reply.type === 'result' ? [reply.result, null] : [null, { ...reply.error }];
  return stringify({ result, error, id: ID });
}

const onAll = (
  id: string,
  summary: string,
  sentence: string,
  alter: (reply: Exclude<Reply, { type: 'fault' }>) => Reply | undefined,
): CallOperator => ({
  id: `http/${id}`,
  alters: 'call',
  summary,
  fits: () => true,
  covers: (method) => [`m:${method.id}`],
  sentence: () => sentence,
  make: () => ({ answer: (reply) => (reply.type === 'fault' ? undefined : alter(reply)) }),
});

/** Operators on the HTTP answer around a response. */
export const httpOperators: readonly CallOperator[] = [
  onAll('redirected', 'answers with status 302', 'A call is answered at the base URL (RFC 9110, section 15.4).', (reply) =>
    received(reply, 302, envelope(reply)),
  ),
  onAll('unauthorized', 'answers with status 401', 'A call with valid credentials is answered.', (reply) => received(reply, 401, '')),
  onAll('unavailable', 'answers with status 503 and no response', 'A call is answered.', (reply) => received(reply, 503, '')),
  onAll('error-status', 'sends a result with status 500', 'HTTP status codes are not shown.', (reply) =>
    reply.type === 'result' ? received(reply, 500, envelope(reply)) : undefined,
  ),
  onAll('success-status', 'sends an error with status 200', 'HTTP status codes are not shown.', (reply) =>
    reply.type === 'error' && reply.httpStatus !== 200 ? received(reply, 200, envelope(reply)) : undefined,
  ),
  {
    id: 'http/late',
    alters: 'call',
    summary: 'answers after the time limit',
    fits: () => true,
    covers: (method) => [`m:${method.id}`],
    sentence: () => 'A call is answered.',
    make: () => ({ late: true }),
  },
];
