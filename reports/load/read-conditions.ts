import type { Conditions } from '../../load/run/conditions.ts';
import { resultsValidator } from '../results-validator.ts';
import { LoadResultsError } from './read-load-results.ts';
import schema from './load-results.schema.json' with { type: 'json' };

const MEMBERS = ['schemaVersion', 'pyx', 'kind', 'seed', 'target', 'machine', 'scenario'] as const satisfies readonly (keyof Conditions)[];

const validate = resultsValidator({
  ...schema,
  required: MEMBERS,
  properties: Object.fromEntries(MEMBERS.map((member) => [member, schema.properties[member]])),
});

/** Checks the part of the results of a load that is no measurement. Throws `LoadResultsError`. @param from of what it is, for messages */
export function readConditions(value: object, from: string): Conditions {
  if (validate(value)) return value as Conditions;
  const [problem] = validate.errors ?? [];
  throw new LoadResultsError(
    `${from} does not have the form of results: ${problem?.instancePath || 'the whole'} ${problem?.message ?? ''}`,
    {
      remedy: 'read it with the version of Pyx that wrote it',
    },
  );
}
