import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { pyxCommand } from '../engine/shell-command.ts';
import { assertTargetForm } from '../fixtures/targets/open-target.ts';
import { printLine } from '../reports/print.ts';
import { POLICY_FILE } from './gate/read-policy.ts';
import { schemaLine } from './schema-line.ts';
import { UsageError } from './usage-error.ts';
import { writeOutput } from './write-output.ts';

/** The options of `pyx init` as commander gives them. */
export interface InitFlags {
  readonly target: string;
  readonly baseline?: string;
  readonly force?: boolean;
}

/**
 * `pyx init`: writes a policy for `pyx gate`. Returns the exit code. The target need not exist yet: a pipeline may build it.
 * Throws `UsageError` if the file exists or cannot be written, and `TargetError` for a text that is no target.
 */
export function initCommand(file: string | undefined, { target, baseline, force }: InitFlags): number {
  assertCommittable('--target', target);
  if (baseline !== undefined) assertCommittable('--baseline', baseline);
  const path = resolve(file ?? POLICY_FILE);
  if (force !== true && existsSync(path))
    throw new UsageError(`${relative(process.cwd(), path)} exists already`, { remedy: 'name another file, or replace it by --force' });
  writeOutput(path, `${schemaLine(path, 'policy')}${policyText(target, baseline)}`);
  printLine(process.stdout, `wrote ${relative(process.cwd(), path) || path}; next: ${pyxCommand(['gate'])}`);
  return 0;
}

/** Throws `TargetError` for a text that is no target, and `UsageError` for one with credentials. */
function assertCommittable(option: string, target: string): void {
  assertTargetForm(target);
  if (/^http:.*@/.test(target))
    throw new UsageError(`${option}: the policy is committed, and this address has credentials`, {
      remedy: 'leave them out, and set PYX_RPC_USER and PYX_RPC_PASSWORD where the gate runs',
    });
}

/** No latency in milliseconds is asked for: it is that of the machine as much as of the node. */
function policyText(target: string, baseline: string | undefined): string {
  const compared =
    baseline === undefined
      ? `load:
  - { scenario: explorer, thresholds: ["errors < 0.1%"], duration: 20s }
# Latencies and rates are compared with those of the last release, which is measured beside it:
#   - { scenario: explorer, duration: 3s, baseline: process:/opt/last/coind, tolerance: 10 }`
      : `# Latencies and rates are compared with those of the baseline, which is measured beside it.
load:
  - { scenario: explorer, thresholds: ["errors < 0.1%"], duration: 3s, baseline: ${JSON.stringify(baseline)}, tolerance: 10 }`;
  return `# What is asked of a release: npx --no-install pyx gate. Editors complete this file by its schema.
${stringify({ target })}seeds: [1, 2]
drift: breaking
fuzz: { time: 1m }
${compared}
# What is not decided (unstable cases, figures that cannot be trusted) fails the gate; with pass it does not:
# inconclusive: pass
# Accepted differences; one that no longer occurs, or whose date has passed, is a finding:
# waivers:
#   - { cases: rules/encryptwallet/shutdown, reason: The server keeps running., until: "2027-03-31" }
`;
}
