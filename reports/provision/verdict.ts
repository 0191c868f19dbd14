import type { ProvisionResults, ProvisionStep } from '../../provision/results.ts';
import { counted } from '../format.ts';
import { problemOf, type ReportedProblem } from '../problem.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';

/** What a provisioning shows: it fails where a step contradicts the documents, or the node was lost. */
export function provisionVerdict({ complete, guid, steps }: ProvisionResults, options: VerdictOptions = {}): Verdict {
  const failed = steps.find(({ problems }) => problems.length > 0);
  const token = guid === null ? 'The token' : `Token ${guid}`;
  const last = steps.at(-1);
  return verdictOf(
    {
      failed: failed === undefined ? [] : [failureOf(failed)],
      untried: complete || failed ? [] : [last ? `${token} was left in the state "${last.after}".` : 'No step was made.'],
      facts: complete && !failed ? [`${token} went through all states, and ends in "${last?.after}".`] : [],
      problems: steps.flatMap(problemsOfStep),
    },
    options,
  );
}

function failureOf({ title, lost, problems }: ProvisionStep): string {
  return lost === undefined ? `${title}: ${counted(problems.length, 'contradiction')} of the documents.` : `${title}: ${lost}.`;
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
