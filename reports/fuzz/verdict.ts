import { count, counted } from '../format.ts';
import { problemOf, type ReportedProblem } from '../problem.ts';
import type { Verdict } from '../verdict.ts';
import type { FuzzFinding, FuzzResults } from './results.ts';

/** What a fuzz run shows. */
export function fuzzVerdict({ findings, runs, complete, corpus }: FuzzResults): Verdict {
  const problems = findings.filter(({ failure }) => failure).map(problemOfFinding);
  const sent = runs === 0 ? `${counted(corpus.replayed, 'finding')} replayed` : `${count(runs)} requests`;
  if (problems.length > 0)
    return { code: 1, look: 'bad', title: 'Failed', reasons: [`${sent}, ${counted(problems.length, 'failure')}.`], problems };
  return {
    code: 0,
    look: complete ? 'good' : 'neutral',
    title: complete ? 'Passed' : 'Incomplete',
    reasons: [`${sent}, no failure${complete ? '' : ' before the interruption'}.`],
    problems,
  };
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
