import type { ProvisionResults, ProvisionStep } from '../../provision/results.ts';
import { counted } from '../format.ts';
import { problemOf, type ReportedProblem } from '../problem.ts';
import type { Verdict } from '../verdict.ts';

/** What a provisioning shows: 1 where a step contradicts the documents, the node was lost, or the run did not come to its end. */
export function provisionVerdict({ complete, guid, steps }: ProvisionResults): Verdict {
  const failed = steps.find(({ problems }) => problems.length > 0);
  const bad = (title: string, reason: string): Verdict => ({
    code: 1,
    look: 'bad',
    title,
    reasons: [reason],
    problems: steps.flatMap(problemsOfStep),
  });
  if (failed?.lost !== undefined) return bad('Node lost', `${failed.title}: ${failed.lost}.`);
  if (failed !== undefined)
    return bad('Step failed', `${failed.title}: ${counted(failed.problems.length, 'contradiction')} of the documents.`);
  const token = guid === null ? 'The token' : `Token ${guid}`;
  const last = steps.at(-1);
  if (!complete) return bad('Not complete', last ? `${token} was left in the state "${last.after}".` : 'No step was made.');
  return {
    code: 0,
    look: 'good',
    title: 'Provisioned',
    reasons: [`${token} went through all states, and ends in "${last?.after}".`],
    problems: [],
  };
}

function problemsOfStep({ row, title, source, calls, lost, problems }: ProvisionStep): ReportedProblem[] {
  const methods = [...new Set(calls.map(({ method }) => method))];
  return problems.map((message, index) =>
    problemOf(`provision ${row} ${index}`, {
      rule: lost === undefined ? 'provision/step' : 'provision/lost-node',
      severity: 'breaking',
      title: `${title}: ${lost === undefined ? 'it contradicts the documents' : 'the node was lost'}`,
      message,
      place: title,
      methods,
      evidence: lost === undefined ? 'document' : 'health',
      source: lost === undefined ? source : 'the node',
      occurrences: 1,
      replay: null,
    }),
  );
}
