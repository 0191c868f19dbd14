import { InvalidArgumentError, Option, type Command } from 'commander';
import { COMPARE_DEFAULTS } from '../load/compare/compare.ts';
import { OLDEST_K6 } from '../load/k6/oldest-k6.ts';
import { faults } from './fault-option.ts';
import { compareLoadsCommand, type CompareLoadsFlags } from './compare-loads-command.ts';
import { loadCommand, type LoadFlags } from './load-command.ts';
import { percent, repeated, shard, time, wholeNumber } from './option-values.ts';
import {
  targetOption,
  targetFileOption,
  namesOption,
  cookieOption,
  confOption,
  seedOption,
  metricsOption,
  inconclusiveOption,
  liveOption,
  outOption,
  pluginOption,
  standardOption,
} from './common-options.ts';

/** Adds `pyx load` to the program. */
export function addLoadCommand(program: Command, setExitCode: (code: number) => void): void {
  const load = program
    .command('load [scenario]')
    .description('put a load on a node and measure rate, latency and errors')
    .addOption(targetOption)
    .addOption(targetFileOption)
    .addOption(namesOption)
    .addOption(standardOption)
    .addOption(pluginOption)
    .addOption(cookieOption)
    .addOption(confOption)
    .option('--method <name>', 'load one method, with arguments from the node, in place of a scenario')
    .option('--list', 'list the scenarios that come with Pyx and exit')
    .option('--rate <number>', 'arrival rate in calls per second: open model', positive('A rate', 1_000_000))
    .option(
      '--connections <number>',
      'kept connections (default: that of the scenario)',
      wholeNumber('The number of connections', 1, 1_024),
    )
    .option('--duration <time>', 'how long the load lasts, such as 30s or 5m (default: that of the scenario)', time('0s', '24h'))
    .option('--warm-up <time>', 'load before it that is not counted (default: that of the scenario)', time('0s', '24h'))
    .option(
      '--repeat <number>',
      'measure so often on the same node, each time after a warm-up; pyx load compare needs 6 or more (default: 1)',
      wholeNumber('The number of repeats', 1, 1_000),
    )
    .option(
      '--beside <target>',
      'measure this target too, alternately, and compare: exit code 1 for a regression. --repeat is the number of pairs (default: 20)',
    )
    .option(
      '--instances <number>',
      'with --beside: nodes of each side, measured in turn (default: 1)',
      wholeNumber('The number of instances', 1, 100),
    )
    .option('--tolerance <percent>', 'with --beside: largest change that is no regression (default: 5%)', percent('A tolerance', 0, 1_000))
    .option('--confidence <percent>', 'with --beside: of the test and the intervals (default: 99%)', percent('A confidence', 50, 99.99))
    .option('--timeout <time>', 'how long a call may take before it counts as an error', time('1ms', '24h'))
    .option('--threshold <text>', 'what must hold, such as "p99 < 50ms"; may be repeated; replaces those of the scenario', repeated)
    .option(
      '--transactions <number>',
      'signed transactions to prepare, for scenarios that submit them',
      wholeNumber('The number of transactions', 1, 10_000_000),
    )
    .option(
      '--fault <fault>',
      'what happens to the node at such a share of the duration: kill@50%, kill@40%-60%, pause@30%-50%, restart@50% or clock:+90s@40%; may be repeated; needs a rate',
      faults,
    )
    .option('--saturate', 'search for the highest arrival rate that meets the thresholds')
    .option('--max-rate <number>', 'highest arrival rate that --saturate tries (default: 100000)', positive('A rate', 1_000_000))
    .option('--shard <I/N>', 'only the I-th of N parts of rate and connections; pyx report merges the results of all', shard)
    .addOption(
      new Option(
        '--engine <name>',
        `what makes the load: Pyx itself, or an installed k6 (${OLDEST_K6} or later; PYX_K6, or k6 on the path)`,
      )
        .choices(['pyx', 'k6'])
        .default('pyx'),
    )
    .option('--emit <dir>', 'with --engine k6: write manifests for the k6 operator to this folder in place of a load')
    .option('--parallelism <number>', 'with --emit: pods that share the load (default: 2)', wholeNumber('The number of pods', 1, 1_000))
    .option('--unbounded', 'lift the bounds for nodes that Pyx did not start: 1,000 calls/s, 16 connections, 60 s')
    .option('--read-only', 'write nothing, not even to prepare')
    .addOption(metricsOption)
    .option('--csv <file>', 'write the figures of each second to this file, as they pass')
    .addOption(seedOption)
    .addOption(inconclusiveOption)
    .addOption(outOption)
    .addOption(liveOption)
    .option('--json', 'print one line of JSON instead of the report; with --list, one line for each scenario')
    .addHelpText(
      'after',
      `
Latency counts from the moment at which a call was due, also while the node keeps it waiting.
Nothing is written on a chain other than regtest.

Exit code: 0 all thresholds met, 1 a threshold not met, a regression, wrong answers or a node that ended, 2 the load was not possible,
130 interrupted.

Examples:
  pyx load explorer
  pyx load explorer --target process:litecoind --rate 500 --duration 30s --threshold "p99 < 50ms"
  pyx load submitter --saturate
  pyx load explorer --target process:/opt/new/coind --beside process:/opt/old/coind
  pyx load --method getblock --target http://127.0.0.1:18443
  pyx load ./my-scenario.yaml
  pyx load compare pyx-out/base pyx-out/new`,
    )
    .action(async (scenario: string | undefined, flags: LoadFlags) => {
      setExitCode(await loadCommand({ ...flags, scenario }));
    });
  addCompareCommand(load, setExitCode);
}

function addCompareCommand(load: Command, setExitCode: (code: number) => void): void {
  load
    .command('compare <base> <new>')
    .description('compare the results of two loads: results.json, or the folder that holds it')
    .addOption(
      new Option('--tolerance <percent>', 'largest change that is no regression')
        .argParser(percent('A tolerance', 0, 1_000))
        .default(COMPARE_DEFAULTS.tolerance, '5%'),
    )
    .addOption(
      new Option('--confidence <percent>', 'of the test and of the intervals')
        .argParser(percent('A confidence', 50, 99.99))
        .default(COMPARE_DEFAULTS.confidence, '99%'),
    )
    .option('--force', 'compare also what was not measured alike')
    .addOption(inconclusiveOption)
    .option('--json', 'print one line of JSON instead of the table')
    .addHelpText(
      'after',
      `
A change is a regression when it is significantly larger than the tolerance: by the Mann-Whitney test, and by the
bootstrap interval of the ratio. What is compared are the repeats of each load, so measure both with --repeat 10.
Target, scenario, engine and machine must be the same. pyx load --beside is more exact: both nodes in one run, in pairs.

Exit code: 0 no regression, 1 a regression, 2 the loads cannot be compared.

Example:
  pyx load explorer --repeat 10 --out base
  pyx load explorer --repeat 10 --out new
  pyx load compare base new --tolerance 5%`,
    )
    .action((base: string, changed: string, _: unknown, command: Command) => {
      // --json is an option of both commands: wherever it stands, it is meant for this one.
      setExitCode(compareLoadsCommand(base, changed, command.optsWithGlobals<CompareLoadsFlags>()));
    });
}

function positive(name: string, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+(\.\d+)?$/.test(value) || number <= 0 || number > max)
      throw new InvalidArgumentError(`${name} is a number above 0, and at most ${max}.`);
    return number;
  };
}
