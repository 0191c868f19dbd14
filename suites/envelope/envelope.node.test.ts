import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import { RemoteTarget } from '../../fixtures/targets/remote-target.ts';
import type { RunningNode, Target } from '../../fixtures/targets/types.ts';
import { withClient } from '../../fixtures/targets/with-client.ts';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import { specification } from '../../specs/model/specification.ts';
import { needs } from '../../test/require.ts';
import { runCase } from '../../engine/run-case.ts';
import { SessionNodes } from '../../engine/session-nodes.ts';
import { Session } from '../../engine/session.ts';
import { runOptions } from '../../engine/testing/fakes.ts';
import type { Case } from '../../engine/case.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { envelopeCases } from './envelope-cases.ts';
import { commandLineTo } from './testing/command-line.ts';
import { deviations } from './testing/deviations.ts';
import { startDeviatingNode, type DeviatingNode } from './testing/deviating-node.ts';

const cases = envelopeCases(specification);

/** Opens a session on the given node, or on a new one. */
const open = (target: Target, node?: RunningNode): Promise<Session> =>
  Session.open(runOptions(target, { specification, definitions: ingredients }), 'default', node && new SessionNodes(target, node));

const tryOn = (session: Session, testCase: Case, target: Target): Promise<Outcome> =>
  runCase(testCase, session, runOptions(target, { specification, definitions: ingredients }));

async function tryCase(testCase: Case, target: Target, node?: RunningNode): Promise<Outcome> {
  return tryOn(await open(target, node), testCase, target);
}

function named(id: string): Case {
  const found = cases.find((testCase) => testCase.id === `envelope/${id}`);
  if (!found) throw new Error(`no case envelope/${id}`);
  return found;
}

describe('the cases', () => {
  it('have unique ids without spaces', () => {
    expect(new Set(cases.map((testCase) => testCase.id)).size).toBe(cases.length);
    expect(cases.filter((testCase) => /\s/.test(testCase.id))).toEqual([]);
  });

  it('judge every row of the envelope and no other row', () => {
    const judged = new Set(cases.flatMap((testCase) => testCase.judges));
    expect([...judged].sort()).toEqual(specification.spec.envelope.map((row) => `v:${row.id}`).sort());
  });
});

describe('on a node with one deviation from the standards', () => {
  let deviating: DeviatingNode;
  let target: RemoteTarget;
  let node: RunningNode;
  beforeAll(async () => {
    deviating = await startDeviatingNode();
    target = new RemoteTarget(deviating);
    node = await withCommandLine();
  });
  afterEach(() => deviating.deviate({}));
  afterAll(async () => {
    await target.close();
    await deviating.close();
  });

  /** The node with a client that passes on the words which `change` makes of those of a case. */
  async function withCommandLine(change?: Parameters<typeof commandLineTo>[1]): Promise<RunningNode> {
    const started = await target.start('default');
    return { ...withClient(started, started.client), commandLine: commandLineTo(started.client, change) };
  }

  const needsWorld = (testCase: Case): boolean =>
    testCase.uses.includes('createwallet') || testCase.id === 'envelope/notation-number-or-string';

  it('no case fails while the node has no deviation', async () => {
    const outcomes: Outcome[] = [];
    for (const testCase of cases.filter((candidate) => !needsWorld(candidate))) outcomes.push(await tryCase(testCase, target, node));
    const wrong = outcomes.filter(({ status }) => status !== 'passed' && status !== 'observed');
    expect(wrong.map(({ id, status, reason, findings }) => ({ id, status, reason, findings }))).toEqual([]);
  });

  it.each(deviations)('$name: envelope/$found', async ({ found, by, deviation }) => {
    const session = await open(target, node);
    deviating.deviate(deviation);
    const outcome = await tryOn(session, named(found), target);
    expect(outcome.findings.map(({ check }) => check)).toContain(by);
    expect(outcome.status).toBe('failed');
  });

  it('a node that refuses a large body late is given the time for it', async () => {
    const session = await open(target, node);
    deviating.deviate({
      sends: (response, body, { socket }, status) => {
        const answer = (): unknown => response.setHeader('content-length', body.length).end(body);
        if (status !== 413) answer();
        // What was sent meanwhile is not read: the connection is reset, and an answer would be lost.
        else setTimeout(() => (socket.bytesRead > 10_000 ? socket.resetAndDestroy() : answer()), 500);
      },
    });
    const { findings } = await tryOn(session, named('size/body-33-mib'), target);
    expect(findings.map(({ observed }) => observed)).toEqual(['HTTP 413']);
  });

  it('a node that answers everything late is not taken for one that leaves a request without an answer', async () => {
    const session = await open(target, node);
    deviating.deviate({
      sends: (response, body) => void setTimeout(() => response.setHeader('content-length', body.length).end(body), 1_500),
    });
    const { findings } = await tryOn(session, named('http/open/unknown-field'), target);
    expect(findings.map(({ observed }) => observed)).toEqual(['HTTP 200, result']);
  });

  it.each<[string, string, (words: readonly string[]) => readonly string[]]>([
    ['ignores arguments', 'holds', ([method = '']) => [method]],
    [
      'calls another method',
      'equals',
      ([method = '', ...others]) => (method === 'getblockheader' ? ['getblockcount'] : [method, ...others]),
    ],
    ['answers a refused call', 'holds', (words) => (words.length === 1 ? [...words, '0'] : words)],
  ])('a command-line client that %s: envelope/command-line-client', async (_, by, change) => {
    const outcome = await tryCase(named('command-line-client'), target, await withCommandLine(change));
    expect(outcome.findings.map(({ check }) => check)).toContain(by);
    expect(outcome.status).toBe('failed');
  });
});

/** Cases in which Debian's litecoind 0.21.2.1 violates HTTP. */
const differences = [
  'envelope/authentication/scheme-letter-case',
  'envelope/http/allow',
  'envelope/http/head-has-no-body',
  'envelope/http/refused/no-host',
  'envelope/http/refused/space-before-colon',
  'envelope/http/refused/two-hosts',
  'envelope/http/refused/two-lengths',
  'envelope/http/request/absolute-target',
  'envelope/http/request/chunk-extension',
  'envelope/http/request/tab-after-colon',
  'envelope/http/version/1.9',
];

describe('on litecoind', () => {
  it('every case passes, except where the node violates HTTP', async (ctx) => {
    await needs(ctx, 'litecoind');
    const target = await openTarget('process:litecoind', { env: {} });
    try {
      const session = await open(target);
      const outcomes: Outcome[] = [];
      for (const testCase of cases) outcomes.push(await tryOn(testCase.ownNode === true ? await open(target) : session, testCase, target));
      expect(
        outcomes.filter(({ status }) => status === 'skipped' || status === 'inapplicable').map(({ id, reason }) => ({ id, reason })),
      ).toEqual([]);
      expect(
        outcomes
          .filter(({ status }) => status === 'failed')
          .map(({ id }) => id)
          .sort(),
      ).toEqual(differences);
    } finally {
      await target.close();
    }
  });
});
