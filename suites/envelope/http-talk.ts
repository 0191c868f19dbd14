import { setTimeout as sleep } from 'node:timers/promises';
import { CaseOver, type Trial } from '../../engine/trial.ts';
import { TIME_LIMIT } from '../../engine/confirmation.ts';
import { gotReply, type Got } from './answer.ts';
import { basicToken, beginning, callBody, placeOf, TEXT_PLAIN } from './exchange.ts';
import { readAnswers, type HttpAnswer } from './http-answers.ts';
import { talk, type Ending } from './raw-socket.ts';

const LATER_CALL_MS = 15_000;

/** The lines of one HTTP request; omitted lines are those of an ordinary client. */
export interface RequestLines {
  readonly start?: string;
  /** Whole `Host` lines. */
  readonly host?: readonly string[];
  /** The line with the credentials; `null` for none. */
  readonly authorization?: string | null;
  /** Lines that give the length of the body. */
  readonly framing?: readonly string[];
  readonly more?: readonly string[];
  readonly body: string;
}

/** The bytes of a request, line by line as given. */
export function requestText(t: Trial, lines: RequestLines): string {
  const { host, port } = placeOf(t);
  const token = basicToken(t);
  const { start = 'POST / HTTP/1.1', body } = lines;
  const authorization =
    lines.authorization === undefined ? (token === undefined ? null : `Authorization: Basic ${token}`) : lines.authorization;
  const head = [
    start,
    ...(lines.host ?? [`Host: ${host.includes(':') ? `[${host}]` : host}:${port}`]),
    ...(authorization === null ? [] : [authorization]),
    `Content-Type: ${TEXT_PLAIN['content-type']}`,
    ...(lines.framing ?? [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...(lines.more ?? []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

export interface HttpTalk {
  readonly parts: readonly (string | Uint8Array)[];
  readonly pauseMs?: number;
  /** Number of final answers to wait for. Default 1; 0 waits until the node closes the connection. */
  readonly answers?: number;
  /** The request was HEAD. */
  readonly bodiless?: boolean;
  readonly timeoutMs?: number;
}

export interface Talked {
  /** Complete and incomplete answers, including interim ones (1xx). */
  readonly answers: readonly HttpAnswer[];
  readonly final: readonly HttpAnswer[];
  readonly rest: Buffer;
  readonly ending: Ending;
}

/** Sends these bytes over one new connection and parses the response as HTTP. */
export async function httpTalk(
  t: Trial,
  { parts, pauseMs, answers: wanted = 1, bodiless = false, timeoutMs = 3_000 }: HttpTalk,
): Promise<Talked> {
  const finalOf = (answers: readonly HttpAnswer[]): HttpAnswer[] => answers.filter((answer) => answer.status >= 200);
  const enough = (received: Buffer): boolean =>
    wanted > 0 && finalOf(readAnswers(received, false, bodiless).answers).filter((answer) => answer.complete).length >= wanted;
  // Only the first line of the head: later lines contain the credentials.
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const [line = ''] = Buffer.from(parts[0] ?? '')
    .toString('latin1', 0, 120)
    .split('\r\n', 1);
  t.noteRequest(`a request of ${bytes} bytes over a new connection (${beginning(line)})`);
  const { received, ending } = await talk({
    ...placeOf(t),
    parts,
    enough,
    timeoutMs: timeoutMs * t.world.service.pace.factor,
    ...(wanted > 0 && { overtime: () => timeOfCall(t) }),
    ...(pauseMs !== undefined && { pauseMs }),
  });
  const { answers, rest } = readAnswers(received, ending === 'closed', bodiless);
  return { answers, final: finalOf(answers), rest, ending };
}

/**
 * Waits twice as long as the node takes for an ordinary call that comes later: a node that has not answered the earlier request by then
 * is not just slow.
 */
async function timeOfCall(t: Trial): Promise<void> {
  const begin = performance.now();
  await t.node.client.raw({ headers: TEXT_PLAIN, body: callBody({ id: 'later' }) }, { timeoutMs: LATER_CALL_MS });
  await sleep(performance.now() - begin);
}

/** The first final answer. Ends the case with a health finding if none came. */
export function firstAnswer(t: Trial, talked: Talked, what: string): HttpAnswer {
  const [answer] = talked.final;
  if (answer) return answer;
  const came =
    talked.rest.length === 0
      ? 'no data received'
      : `the data received is not an HTTP answer (${JSON.stringify(talked.rest.toString('latin1', 0, 80))})`;
  t.report({
    check: talked.ending === 'time' ? TIME_LIMIT : 'no-http-answer',
    evidence: 'health',
    source: 'no HTTP answer came',
    message: `${what}: expected an HTTP answer, ${came} (connection: ${talked.ending})`,
  });
  throw new CaseOver();
}

/** An answer read from a socket, in the form of the other responses. */
export function gotAnswer(answer: HttpAnswer): Got {
  const headers = Object.fromEntries(answer.fields.map(([name, value]) => [name.toLowerCase(), value]));
  return gotReply({ type: 'http', status: answer.status, headers, body: answer.body.toString('utf8'), durationMs: 0 });
}
