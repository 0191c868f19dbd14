import { K6_CLASSES, type K6Class, type K6Summary } from './format.ts';
import { mergeTrends } from './merge-trends.ts';

type Ended = K6Summary['ended'];

/** The summary of a load that several processes made, each a part of it at the same time: as if one had made the whole. */
export function mergeSummaries(parts: readonly K6Summary[]): K6Summary {
  const sum = (value: (part: K6Summary) => number): number => parts.reduce((total, part) => total + value(part), 0);
  const names = [...new Set(parts.flatMap(({ methods }) => methods.map(({ method }) => method)))].sort();
  return {
    format: 2,
    lastedMs: Math.max(...parts.map(({ lastedMs }) => lastedMs)),
    ranOut: parts.some(({ ranOut }) => ranOut),
    exceptions: sum(({ exceptions }) => exceptions),
    dropped: sum(({ dropped }) => dropped),
    resultsInTime: sum(({ resultsInTime }) => resultsInTime),
    ended: mergeEnded(parts),
    latency: mergeTrends(parts.map(({ latency }) => latency)),
    methods: names.map((name) => {
      const same = parts.flatMap(({ methods }) => methods.filter(({ method }) => method === name));
      return {
        method: name,
        ended: mergeEnded(same),
        resultsInTime: same.reduce((total, { resultsInTime }) => total + resultsInTime, 0),
        latency: mergeTrends(same.map(({ latency }) => latency)),
      };
    }),
  };
}

function mergeEnded(parts: readonly { readonly ended: Ended }[]): Ended {
  const of = (kind: K6Class): number => parts.reduce((total, { ended }) => total + ended[kind], 0);
  return Object.fromEntries(K6_CLASSES.map((kind) => [kind, of(kind)])) as Ended;
}
