import { count, counted } from '../format.ts';
import { problemOf, type ReportedProblem } from '../problem.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import type { FuzzFinding, FuzzResults } from './results.ts';

/**
 * What a fuzz run shows. What failed once and not again is undecided, except a time limit: that is an observation, since the node
 * lived and answered in time when it was asked again. A time limit that was exceeded several times is undecided.
 */
export function fuzzVerdict({ findings, runs, corpus }: FuzzResults, options: VerdictOptions = {}): Verdict {
  const problems = findings.filter(({ failure }) => failure).map(problemOfFinding);
  const open = findings.filter(
    ({ failure, accepted, property, times }) => !failure && accepted === undefined && (property !== 'hang' || times > 1),
  );
  const once = open.filter(({ times }) => times === 1).length;
  const late = open.length - once;
  const sent = runs === 0 ? `${counted(corpus.replayed, 'finding')} replayed` : `${count(runs)} requests`;
  return verdictOf(
    {
      failed: problems.length > 0 ? [`${sent}, ${counted(problems.length, 'failure')}.`] : [],
      untried: options.interrupted === true ? ['It was interrupted before all requests were sent.'] : [],
      undecided: [
        ...(once > 0 ? [`${counted(once, 'failure')} seen once, and not again on a fresh node.`] : []),
        ...(late > 0 ? [`${counted(late, 'kind')} of calls took too long more than once, and not on a fresh node.`] : []),
      ],
      facts: problems.length > 0 ? [] : [`${sent}, no failure.`],
      problems,
    },
    options,
  );
}

function problemOfFinding({ property, method, message, evidence, source, times, replay }: FuzzFinding): ReportedProblem {
  return problemOf(`fuzz ${property} ${method}`, {
    rule: `fuzz/${property}`,
    severity: 'breaking',
    title: `${property} in ${method}`,
    message,
    place: method,
    methods: [method],
    evidence,
    source,
    occurrences: times,
    replay,
  });
}
