import { InvalidArgumentError } from 'commander';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { pyxCommand } from '../engine/shell-command.ts';
import { assertTargetForm } from '../fixtures/targets/open-target.ts';
import { printLine } from '../reports/print.ts';
import { POLICY_FILE } from './gate/read-policy.ts';
import { canAsk, withQuestions, type Ask } from './questions.ts';
import { schemaLine } from './schema-line.ts';
import { seedList } from './option-values.ts';
import { UsageError } from './usage-error.ts';
import { writeOutput } from './write-output.ts';

/** The folder of results in the commands that are printed. */
const GATE_OUT = 'pyx-out/gate';

/** The options of `pyx init` as commander gives them. */
export interface InitFlags {
  readonly target?: string;
  readonly targetFile?: string;
  readonly seeds?: readonly number[];
  readonly baseline?: string;
  readonly force?: boolean;
}

/** What the policy says, apart from what is the same in every one. */
interface Chosen {
  readonly target: string;
  readonly targetFile?: string | undefined;
  readonly seeds: readonly number[];
  readonly baseline?: string | undefined;
}

const DEFAULT_TARGET = 'embedded';
const DEFAULT_SEEDS = [1, 2];

/**
 * `pyx init`: writes a policy for `pyx gate`, and prints the commands that lead to a green gate. What no option says is asked for in a
 * terminal, if the target is not given. Returns the exit code. The target need not exist yet: a pipeline may build it. Throws `UsageError`
 * if the file exists or cannot be written, and `TargetError` for a text that is no target.
 */
export async function initCommand(file: string | undefined, flags: InitFlags): Promise<number> {
  const path = resolve(file ?? POLICY_FILE);
  const shown = relative(process.cwd(), path) || path;
  if (flags.force !== true && existsSync(path))
    throw new UsageError(`${shown} exists already`, { remedy: 'name another file, or replace it by --force' });
  if (flags.target !== undefined) assertCommittable('--target', flags.target);
  if (flags.baseline !== undefined) assertCommittable('--baseline', flags.baseline);
  const { target = DEFAULT_TARGET, targetFile, seeds = DEFAULT_SEEDS, baseline } = flags;
  const chosen =
    flags.target === undefined && canAsk() ? await withQuestions((ask) => chosenBy(ask, flags)) : { target, targetFile, seeds, baseline };
  writeOutput(path, `${schemaLine(path, 'policy')}${policyText(chosen)}`);
  printLine(process.stdout, `wrote ${shown}; next:`);
  for (const [command, what] of nextCommands(chosen, file)) printLine(process.stdout, `  ${command}  # ${what}`);
  if (chosen.targetFile === undefined && chosen.target !== DEFAULT_TARGET)
    printLine(
      process.stdout,
      'a release that Pyx does not know needs a target file of its own: --target-file acme.yaml, which need not exist yet',
    );
  return 0;
}

/** Asks for what no option has said; an empty answer is the default. */
async function chosenBy(ask: Ask, { targetFile, seeds, baseline }: InitFlags): Promise<Chosen> {
  const target =
    (await ask(`target, such as process:/opt/node/bin/coind or http://127.0.0.1:18443 (${DEFAULT_TARGET}): `)) || DEFAULT_TARGET;
  assertCommittable('target', target);
  return {
    target,
    targetFile: targetFile ?? ((await ask('target file of the release, such as acme-1.2.yaml (chosen by its version): ')) || undefined),
    seeds: seeds ?? (await seedsBy(ask)),
    baseline,
  };
}

async function seedsBy(ask: Ask): Promise<readonly number[]> {
  for (;;) {
    const text = await ask(`seeds (${DEFAULT_SEEDS.join()}): `);
    try {
      return text === '' ? DEFAULT_SEEDS : seedList(text);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      printLine(process.stdout, error.message);
    }
  }
}

/** The commands from here to a green gate, each with what it does. */
function nextCommands({ target, targetFile }: Chosen, file: string | undefined): (readonly [command: string, what: string])[] {
  const policy = file === undefined ? [] : ['--policy', file];
  const learns = targetFile !== undefined && !existsSync(targetFile);
  return [
    ...(learns ? [[pyxCommand(['drift', '--target', target, '--learn', targetFile]), 'drafts the target file'] as const] : []),
    [pyxCommand(['gate', ...policy, '--out', GATE_OUT]), 'what differs from the documents is red'],
    [pyxCommand(['accept', GATE_OUT]), 'takes what is to stay into the target file, one by one'],
    [pyxCommand(['gate', ...policy]), 'is green, until something else differs'],
  ];
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
function policyText({ target, targetFile, seeds, baseline }: Chosen): string {
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
${stringify({ target, ...(targetFile !== undefined && { targetFile }) })}seeds: [${seeds.join(', ')}]
drift: breaking
fuzz: { time: 1m }
${compared}
# What is not decided (unstable cases, figures that cannot be trusted) fails the gate; with pass it does not:
# inconclusive: pass
# Accepted differences are in the target file: pyx accept adds to them. With fail, each must be explained:
# unexplained: fail
`;
}
