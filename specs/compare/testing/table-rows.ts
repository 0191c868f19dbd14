import { somewhere, specOf } from '../../model/testing/small-spec.ts';
import type { Row } from './changes-of.ts';

/** Changes of the tables of a specification. */
export const tableRows: readonly Row[] = [
  [
    'a limit',
    specOf({ limits: [{ id: 'size', limit: 'Size', value: 1, appliesTo: [], source: somewhere }] }),
    specOf({ limits: [{ id: 'size', limit: 'Size', value: 2, appliesTo: [], source: somewhere }] }),
    ['limit-changed: unclassified'],
    ['limit-changed: unclassified'],
  ],
  [
    'an error',
    specOf({}),
    specOf({ errors: [{ id: 'one', text: 'One.', methods: ['getthing'], source: somewhere }] }),
    ['statement-added: unclassified'],
    ['statement-removed: unclassified'],
  ],
  [
    'a row of the envelope',
    specOf({}),
    specOf({ envelope: [{ id: 'one', text: 'One.', source: somewhere }] }),
    ['statement-added: unclassified'],
    ['statement-removed: unclassified'],
  ],
  [
    'a row of the states',
    specOf({ states: [{ id: 'one', state: 'A', trigger: 'b', methods: [], next: 'C', source: somewhere }] }),
    specOf({ states: [{ id: 'one', state: 'A', trigger: 'b', methods: [], next: 'D', source: somewhere }] }),
    ['statement-changed: unclassified'],
    ['statement-changed: unclassified'],
  ],
  [
    'a status',
    specOf({ statuses: [{ id: 'one', field: 'getthing[].status', values: [{ value: 'a' }], source: somewhere }] }),
    specOf({ statuses: [{ id: 'one', field: 'getthing[].status', values: [{ value: 'a' }, { value: 'b' }], source: somewhere }] }),
    ['status-added: breaking'],
    ['status-removed: compatible'],
  ],
];
