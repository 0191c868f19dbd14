import type { Finding, Outcome, Retry } from '../engine/outcome.ts';

/** What was done about a failure by circumstance: `depends on time; tried again: in place passed; on a fresh world passed`. */
export function retriesText(
  { retries = [] }: Pick<Outcome, 'retries'>,
  { circumstance }: Pick<Finding, 'circumstance'>,
): string | undefined {
  if (circumstance === undefined || retries.length === 0) return undefined;
  return `depends on ${circumstance}; tried again: ${retries.map(retryText).join('; ')}`;
}

const placeTexts: { readonly [place in Retry['place']]: string } = {
  'in place': 'in place',
  'same history': 'after the same cases on a new node',
  'fresh world': 'on a fresh world',
};

function retryText({ place, status, reason }: Retry): string {
  const why = status === 'skipped' || status === 'inapplicable' ? ` (${reason ?? 'no reason given'})` : '';
  return `${placeTexts[place]} ${status}${why}`;
}
