import { hostile } from '../../testing/sample-journal.ts';
import type { GatePart, GateProblem, GateResults } from '../results.ts';
import { gateVerdict } from '../verdict.ts';

const titles = { none: 'Not run', 0: 'Passed', 1: 'Failed', 2: 'Could not be done', 130: 'Inconclusive' } as const;

export const part = (name: string, exitCode: GatePart['exitCode'], more: Partial<GatePart> = {}): GatePart => ({
  name,
  exitCode,
  title: titles[exitCode ?? 'none'],
  reasons: ['Because.'],
  details: [],
  durationMs: 1_200,
  folder: name.replaceAll(/\W+/g, '-'),
  ...more,
});

export const problem = (more: Partial<GateProblem> = {}): GateProblem => ({
  rule: 'document/type',
  severity: 'breaking',
  title: 'blocks must be a number',
  message: `expected {"a": [1]}, 100 %: ${hostile}`,
  place: 'getblockchaininfo',
  methods: ['getblockchaininfo'],
  evidence: 'document',
  source: 'document 2, Blockchain',
  occurrences: 3,
  replay: 'npx --no-install pyx run --case methods/getblockchaininfo/required-only --seed 1',
  fingerprint: 'ab'.repeat(32),
  part: 'run, seed 1',
  at: { file: 'ci/pyx.yaml', line: 2 },
  ...more,
});

export function gate(parts: readonly GatePart[], problems: readonly GateProblem[] = []): GateResults {
  const { code, title, reasons } = gateVerdict({ parts, problems });
  return {
    schemaVersion: 1,
    pyx: '0.1.0',
    kind: 'gate',
    startedAt: '2026-11-23T10:00:00.000Z',
    durationMs: 90_000,
    policy: { file: 'ci/pyx.yaml', line: 2 },
    target: 'process:coind',
    shard: null,
    failOn: 'minor',
    exitCode: code,
    title,
    reasons,
    parts,
    problems,
  };
}
