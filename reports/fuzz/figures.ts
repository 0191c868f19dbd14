import { count, counted, duration } from '../format.ts';
import type { FuzzResults } from './results.ts';

const MIB = 1_024 * 1_024;

/** The figures of a run, as names and texts. None if it only replayed findings. */
export function figures(results: FuzzResults): (readonly [name: string, text: string])[] {
  const { classes, runs, fuzzingMs, rate, memory } = results;
  if (runs === 0) return [];
  return [
    ['requests', `${count(runs)} in ${duration(fuzzingMs)}, ${perSecond((runs / Math.max(1, fuzzingMs)) * 1_000)}/s`],
    ...(rate === null ? [] : [['rate', rateText(rate)] as const]),
    [
      'made',
      Object.entries(classes)
        .sort(([, a], [, b]) => b - a)
        .map(([of, number]) => `${of} ${count(number)}`)
        .join(', '),
    ],
    ['calls', callsText(results)],
    ['answers', answersText(results)],
    ...(memory.length === 0 ? [] : [['memory', memoryText(memory)] as const]),
  ];
}

function rateText({ calls, fuzzPerS, barePerS }: NonNullable<FuzzResults['rate']>): string {
  const ratio = (fuzzPerS / barePerS).toFixed(2);
  return `${perSecond(fuzzPerS)} calls/s, ${ratio} of a bare client (${perSecond(barePerS)} calls/s) that made ${count(calls)} of the same calls`;
}

function callsText({ methods, leftOut }: FuzzResults): string {
  const counts = Object.values(methods);
  const [calls, results] = [counts.reduce((sum, method) => sum + method.calls, 0), counts.reduce((sum, method) => sum + method.results, 0)];
  const missing = Object.keys(leftOut).length;
  return `${count(calls)} of ${counted(counts.length, 'method')}, ${count(results)} with a result${missing === 0 ? '' : `; ${counted(missing, 'method')} left out`}`;
}

function answersText({ answerKinds, stateChecks, lostNodes }: FuzzResults): string {
  const lost = lostNodes === 0 ? '' : `; ${counted(lostNodes, 'node')} lost`;
  return `${count(answerKinds)} different; state read ${counted(stateChecks, 'time')}${lost}`;
}

function memoryText(memory: FuzzResults['memory']): string {
  const most = `${inMib(Math.max(...memory.map(({ bytes }) => bytes)))} in the end`;
  const grown = memory.flatMap(({ growthBytes }) => (growthBytes === null ? [] : [growthBytes]));
  if (grown.length === 0) return `${most}; growth is measured after 20,000 requests to one process`;
  return `${most}; growth over 10,000 requests ${inMib(Math.max(...grown))}`;
}

const inMib = (bytes: number): string => `${bytes < 0 ? '−' : ''}${(Math.abs(bytes) / MIB).toFixed(1)} MiB`;
const perSecond = (rate: number): string => count(Math.round(rate));
