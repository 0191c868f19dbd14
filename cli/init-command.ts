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
  readonly force?: boolean;
}

/**
 * `pyx init`: writes a policy for `pyx gate`. Returns the exit code. The target need not exist yet: a pipeline may build it.
 * Throws `UsageError` if the file exists or cannot be written, and `TargetError` for a text that is no target.
 */
export function initCommand(file: string | undefined, { target, force }: InitFlags): number {
  assertTargetForm(target);
  if (/^http:.*@/.test(target))
    throw new UsageError('--target: the policy is committed, and this address has credentials', {
      remedy: 'leave them out, and set PYX_RPC_USER and PYX_RPC_PASSWORD where the gate runs',
    });
  const path = resolve(file ?? POLICY_FILE);
  if (force !== true && existsSync(path))
    throw new UsageError(`${relative(process.cwd(), path)} exists already`, { remedy: 'name another file, or replace it by --force' });
  writeOutput(path, `${schemaLine(path, 'policy')}${policyText(target)}`);
  printLine(process.stdout, `wrote ${relative(process.cwd(), path) || path}; next: ${pyxCommand(['gate'])}`);
  return 0;
}

function policyText(target: string): string {
  return `# What is asked of a release: npx --no-install pyx gate. Editors complete this file by its schema.
${stringify({ target })}seeds: [1, 2]
drift: breaking
fuzz: { time: 1m }
load:
  - { scenario: explorer, thresholds: ["p99 < 100ms", "errors < 0.1%"], duration: 20s }
# A load is compared with the last release, measured beside it, by: baseline: process:/opt/old/bin/coind
# Accepted differences; one that no longer occurs, or whose date has passed, is a finding:
# waivers:
#   - { cases: rules/encryptwallet/shutdown, reason: The server keeps running., until: "2027-03-31" }
`;
}
