import { Secrets } from '../../client/mask.ts';
import { openTrial } from '../../engine/open-trial.ts';
import type { CallRecord } from '../../engine/call-record.ts';
import type { Case } from '../../engine/case.ts';
import { openEmbeddedTarget } from '../../fixtures/targets/embedded-target.ts';
import { namedArguments } from '../../specs/model/named-arguments.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { areAlike, NodeMade, written, type Read } from './node-made.ts';
import { ProxiedTarget } from './proxied-target.ts';
import { coindFile } from './try-cases.ts';

/** The requests of each case, by its id. */
export type SentRequests = ReadonlyMap<string, readonly Read[]>;

const definedOf = (args: Readonly<Record<string, Wire | undefined>>): Wire =>
  Object.fromEntries(Object.entries(args).filter((entry): entry is [string, Wire] => entry[1] !== undefined));

/** Runs cases in sequence against one embedded node. Returns the requests of each. */
export async function sentBy(cases: readonly Case[], seed: number): Promise<SentRequests> {
  const made = new NodeMade();
  const target = new ProxiedTarget(openEmbeddedTarget(), ({ scratchDir }) => {
    made.noteFact(scratchDir);
    return {
      name: 'none',
      answer: ({ result }, { method }) => {
        made.note(result, method);
        return undefined;
      },
    };
  });
  const sent = new Map<string, readonly Read[]>();
  const asRead = ({ method, params, wallet }: CallRecord): Read =>
    made.read([method, wallet ?? null, definedOf(namedArguments(specification.method(method), params))]);
  const onTried = ({ id }: Case, calls: readonly CallRecord[]): void => {
    sent.set(id, calls.map(asRead));
    made.nextCase();
  };
  try {
    const trial = await openTrial({ specification, target, targetFile: coindFile, seed, secrets: new Secrets() });
    for await (const outcome of trial.run({ cases, whole: false }, { onTried })) void outcome;
    return sent;
  } finally {
    await target.close();
  }
}

/**
 * The differences between the requests of a case alone and within a run, as sentences. Repeated requests that differ only
 * in values made by the node count once: their number depends on the node, for example on how many coins it selects.
 */
export function differences(id: string, within: readonly Read[] = [], alone: readonly Read[] = []): string[] {
  const [expected, actual] = [distinct(within), distinct(alone)];
  return Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) => index)
    .filter((index) => !areAlike(expected[index], actual[index]))
    .map((index) => `${id}, request ${index + 1}: ${shown(expected[index])} within the run, ${shown(actual[index])} alone`);
}

function distinct(requests: readonly Read[]): Read[] {
  return requests.filter((request, index) => !requests.slice(0, index).some((earlier) => areAlike(earlier, request)));
}

const shown = (request: Read | undefined): string => (request === undefined ? 'nothing' : written(request));
