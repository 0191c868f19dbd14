import { shrinkNode, smaller, withoutParts } from './json/shrink-node.ts';
import type { BytesProbe, CallProbe, Probe } from './probe.ts';

/** Simpler requests than this one, those that leave out most first. */
export function* shrinkProbe(probe: Probe): Generator<Probe> {
  if (probe.type === 'call') yield* simplerCalls(probe);
  else if (probe.type === 'bytes') yield* simplerRequests(probe);
  else {
    yield* probe.calls;
    for (const calls of withoutParts(probe.calls)) if (calls.length > 0) yield { type: 'list', calls };
    for (const [index, call] of probe.calls.entries())
      for (const simpler of simplerCalls(call)) yield { type: 'list', calls: probe.calls.with(index, simpler) };
  }
}

function* simplerCalls(call: CallProbe): Generator<CallProbe> {
  // What was broken need not be broken in a simpler call.
  const { broken: _, ...rest } = call;
  for (const params of shrinkNode(call.params)) yield { ...rest, params };
  if (call.wallet !== 'usual') yield { ...call, wallet: 'usual' };
}

function* simplerRequests(probe: BytesProbe): Generator<BytesProbe> {
  for (const length of smaller(probe.body.length)) {
    yield { ...probe, body: probe.body.slice(0, length) };
    if (length > 0) yield { ...probe, body: probe.body.slice(-length) };
  }
  for (const headers of withoutParts(probe.headers)) yield { ...probe, headers };
  if (probe.verb !== 'POST') yield { ...probe, verb: 'POST' };
  if (probe.path !== '/') yield { ...probe, path: '/' };
}
