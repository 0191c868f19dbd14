import type { MutationResults, TriedMutant } from '../../../engine/mutation-results.ts';
import { HOSTILE } from '../../testing/hostile-documents.ts';

const SOURCE = 'const tally = (votes) =>\n  votes.filter(({ outcome }) => outcome === YES).length;\nexport default tally;\n';

/** A mutant of `outcome === YES` that was found. */
export const sampleMutant = (id: string, more: Partial<TriedMutant> = {}): TriedMutant => ({
  id,
  mutatorName: 'EqualityOperator',
  replacement: 'outcome !== YES',
  location: { start: { line: 2, column: 33 }, end: { line: 2, column: 48 } },
  status: 'Killed',
  statusReason: 'YesCount is 0 [document, rule]',
  methods: ['gobject get'],
  reaching: 3,
  coveredBy: ['0', '1'],
  killedBy: ['0'],
  testsCompleted: 1,
  duration: 12,
  ...more,
});

const survivor = (id: string, more: Partial<TriedMutant> = {}): TriedMutant => {
  const { killedBy: _, statusReason: __, ...rest } = sampleMutant(id);
  return { ...rest, status: 'Survived', testsCompleted: 3, ...more };
};

/** Mutants of every status in three rooms. */
export const sampleMutation: MutationResults = {
  schemaVersion: '2',
  thresholds: { high: 85, low: 75 },
  framework: { name: 'Pyx', version: '0.2.0' },
  pyx: '0.2.0',
  kind: 'mutation',
  seed: 42,
  startedAt: '2026-01-02T03:04:05.678Z',
  durationMs: 3_723_000,
  complete: false,
  target: {
    name: 'embedded',
    kind: 'embedded',
    version: 20_000,
    subversion: '/coind:0.2.0/',
    chain: 'regtest',
    targetFile: 'specs/targets/coind.yaml',
  },
  jobs: 2,
  selection: { sample: 7 },
  cases: { passed: 2, failed: [{ id: 'rules/spork/active', message: 'it is not' }], inapplicable: 0, skipped: 1, durationMs: 4_000 },
  documents: { 'gobject get': 'document 3', getblock: 'document 2' },
  staleExceptions: [],
  files: {
    'coind/governance/tally.ts': {
      language: 'typescript',
      source: SOURCE,
      mutants: [
        sampleMutant('1'),
        survivor('2', { replacement: 'true' }),
        survivor('3', { status: 'NoCoverage', methods: [], reaching: 0, coveredBy: [] }),
      ],
    },
    'coind/rpc/handlers/chain/blocks.ts': {
      language: 'typescript',
      source: SOURCE,
      mutants: [sampleMutant('4', { methods: ['getblock'] }), survivor('5', { status: 'Pending' })],
    },
    'coind/log.ts': {
      language: 'typescript',
      source: SOURCE,
      mutants: [survivor('6', { status: 'Ignored', statusReason: 'undocumented: the text of a log', methods: [] })],
    },
  },
  testFiles: {
    cases: {
      tests: [
        { id: '0', name: 'rules/gobject get/counts' },
        { id: '1', name: 'methods/gobject get/plain' },
      ],
    },
  },
};

/** Results in which sources, replacements and nodes say something hostile. */
export const hostileMutation: MutationResults = {
  ...sampleMutation,
  target: { ...sampleMutation.target, subversion: HOSTILE },
  cases: { ...sampleMutation.cases, failed: [{ id: HOSTILE, message: HOSTILE }] },
  documents: { [HOSTILE]: HOSTILE },
  staleExceptions: [HOSTILE],
  files: {
    [`${HOSTILE}/${HOSTILE}.ts`]: {
      language: 'typescript',
      source: `${HOSTILE}</script>`,
      mutants: [
        sampleMutant(HOSTILE, { statusReason: HOSTILE, methods: [HOSTILE] }),
        survivor('2', { replacement: `${HOSTILE}</script>`, methods: [HOSTILE] }),
      ],
    },
  },
  testFiles: { cases: { tests: [{ id: '0', name: HOSTILE }] } },
};
