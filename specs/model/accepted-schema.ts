import type { SchemaParts } from './scenario-schema.ts';

/** The parts of `accepted`, the list of accepted differences in a target file, a policy or a file of its own. */
export function acceptedSchema({ text, closed, about }: SchemaParts): { readonly list: object; readonly orFile: object } {
  // What looks like another type in YAML is a text here: `found: null`, `value: 0`.
  const word = { type: ['string', 'number', 'boolean', 'null'] };
  const what = {
    ...(closed(
      {
        method: about('Neutral id of the method: getblock, gobject count.', text),
        variant: about('Variant of the result, if the method has several: verbosity=2. Without it, any.', text),
        path: about('Field path without indexes and data keys: "tx[].vin[].txid", "{}.size".', text),
        check: about('The check that fails: presence, type, value, refused, refusal, equals …', text),
        rule: about('Id of the sentence or relation: getblock/confirmations, chain-tip/hash, http/allow.', text),
        argument: about('The argument that the call is about: options.feeRate.', text),
        value: about('How the argument is given: a listed value, a JSON type, missing, above-maximum.', word),
        found: about('What came instead: a JSON type, missing, error -8. Without it, anything.', word),
      },
      ['check'],
    ) as object),
    anyOf: [{ required: ['method'] }, { required: ['rule'] }],
  };
  const entry = closed(
    {
      what: about('What differs, as reports and pyx accept write it. A list for several differences with one reason.', {
        oneOf: [what, { type: 'array', items: what, minItems: 1 }],
      }),
      why: about('Why it is accepted. "not explained yet" is counted, and a policy may refuse it.', text),
      until: about('Last valid day: 2027-03-31.', { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
      issue: about('Where it is tracked: an address or a number.', { oneOf: [text, { type: 'integer' }] }),
      seen: about('The release that showed it when it was accepted. Written by pyx accept.', text),
      seeds: about('some: it may match nothing with some seeds.', { const: 'some' }),
    },
    ['what', 'why'],
  );
  const list = about('Accepted differences. One that no longer occurs is a finding.', { type: 'array', items: entry });
  return {
    list,
    orFile: {
      description: 'Accepted differences, or a file with the list, relative to this one. One that no longer occurs is a finding.',
      oneOf: [text, list],
    },
  };
}
