import { readFile } from 'node:fs/promises';
import { K6_CLASSES, K6_PERCENTS, type K6Summary, type K6Trend } from './format.ts';

/** What `readSummary` throws; the message says what is wrong with the summary. */
export class SummaryError extends Error {
  override readonly name = 'SummaryError';
}

const TREND: { readonly [member in keyof Omit<K6Trend, 'percentiles'>]: true } = {
  count: true,
  mean: true,
  p50: true,
  p90: true,
  p95: true,
  p99: true,
  p999: true,
  max: true,
};

/** The summary that the script has written to this file. Throws `SummaryError` where there is none. */
export async function readSummary(file: string): Promise<K6Summary> {
  let summary: unknown;
  try {
    summary = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new SummaryError((error as Error).message, { cause: error });
  }
  if (!isSummary(summary)) throw new SummaryError('what it wrote is not the summary of the script');
  return summary;
}

/** Whether it has the form of what the script of this version of Pyx writes. */
export function isSummary(value: unknown): value is K6Summary {
  if (!isObject(value)) return false;
  const { format, lastedMs, ranOut, exceptions, dropped, resultsInTime, methods } = value;
  return (
    format === 2 &&
    isFigure(lastedMs) &&
    typeof ranOut === 'boolean' &&
    isFigure(exceptions) &&
    isFigure(dropped) &&
    isFigure(resultsInTime) &&
    hasFigures(value) &&
    Array.isArray(methods) &&
    methods.every(
      (method) => isObject(method) && typeof method['method'] === 'string' && isFigure(method['resultsInTime']) && hasFigures(method),
    )
  );
}

const hasFigures = ({ ended, latency }: { readonly [member: string]: unknown }): boolean =>
  areFigures(ended, K6_CLASSES) &&
  areFigures(latency, Object.keys(TREND)) &&
  Array.isArray(latency['percentiles']) &&
  latency['percentiles'].length === K6_PERCENTS.length &&
  latency['percentiles'].every(isFigure);

const areFigures = (value: unknown, members: readonly string[]): value is { readonly [member: string]: unknown } =>
  isObject(value) && members.every((member) => isFigure(value[member]));

const isFigure = (value: unknown): boolean => typeof value === 'number' && value >= 0;

const isObject = (value: unknown): value is { readonly [member: string]: unknown } => typeof value === 'object' && value !== null;
