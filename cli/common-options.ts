import { Option } from 'commander';
import { startedTargetForms, targetForms } from '../fixtures/targets/open-target.ts';
import type { Names } from '../specs/model/names.ts';
import type { Inconclusive } from '../reports/verdict.ts';
import type { CredentialFlags } from './flagged-target.ts';
import { METRICS_FORMS } from './metrics/destination.ts';
import { parsedNames } from './parsed-names.ts';
import { defaultReports, reportNames } from '../reports/run-reports.ts';
import { list, livePort, repeated, seed, wholeNumber } from './option-values.ts';

/** The options of a command that starts the node that it tests. */
export interface StartedTargetFlags {
  readonly target: string;
  readonly targetFile?: string;
  readonly names?: Names;
}

/** The options of a command that tests a node, which may run already. */
export interface TargetFlags extends StartedTargetFlags, CredentialFlags {}

/** The options of a command whose methods and cases may be those of another standard. */
export interface StandardFlags {
  readonly standard?: string;
}

/** The options of a command that writes reports. */
export interface OutputFlags {
  readonly out?: string;
  readonly json?: boolean;
  readonly inconclusive?: Inconclusive;
  /** Where figures go while they arise: see `destinationOf`. */
  readonly metrics?: readonly string[];
  /** A port, or true for a free one. Only commands that have a live page have the option. */
  readonly live?: number | true;
}

export const targetOption = new Option('--target <target>', targetForms()).default('embedded');

/** For commands that end nodes, or replace them. */
export const startedTargetOption = new Option('--target <target>', startedTargetForms()).default('embedded');

export const targetFileOption = new Option(
  '--target-file <name or file>',
  'what is known of the release; "none" for none (default: selected by the version of the node)',
);

export const namesOption = new Option('--names <names>', 'the node’s own names: coin=acme,ext=foo,extclient=bar').argParser(parsedNames);

export const cookieOption = new Option('--cookie <file>', 'credentials: a cookie file of the node');

export const confOption = new Option('--conf <file>', 'credentials: the conf file of the node (else PYX_RPC_USER and PYX_RPC_PASSWORD)');

export const familyOption = new Option('--family <names>', 'only methods of these families').argParser(list);

export const methodOption = new Option('--method <names>', 'only cases about these methods').argParser(list);

export const caseOption = new Option('--case <ids>', 'only these cases; * matches any text').argParser(list);

export const excludeOption = new Option('--exclude <ids>', 'omit these cases; * matches any text').argParser(list);

/** Of a command that has figures while it goes on. */
export const metricsOption = new Option('--metrics <file or url>', `figures while they arise: ${METRICS_FORMS}; may be repeated`).argParser(
  repeated,
);

export const seedOption = new Option('--seed <number>', 'seed of all random values (default: a new one)').argParser(seed);

export const jobsOption = new Option(
  '--jobs <number>',
  'nodes at once; cases with peers take two (default: four per core, at most 8)',
).argParser(wholeNumber('The number of jobs', 1, 64));

export const outOption = new Option('--out <dir>', 'output folder (default: pyx-out/<time>)');

export const reportsOption = new Option(
  '--reports <names>',
  `reports to write: ${reportNames().join(', ')}, those of plug-ins, or all; results.json and summary.md are always written (default: ${defaultReports().join(',')})`,
).argParser(list);

const inconclusive = (byDefault: string): Option =>
  new Option('--inconclusive <pass or fail>', `whether the verdict Inconclusive passes or fails (default: ${byDefault})`).choices([
    'pass',
    'fail',
  ]);

/** Of each command that has a verdict. */
export const inconclusiveOption = inconclusive('fail');

/** Of a command that reports results again. */
export const sameInconclusiveOption = inconclusive('as the results were made');

export const standardOption = new Option(
  '--standard <folder or file>',
  'use another standard: a folder of method files (pyx spec init makes one) or an OpenRPC document',
);

export const pluginOption = new Option(
  '--plugin <file>',
  'load a module that adds cases, reports, kinds of targets or of values; may be repeated',
).argParser(repeated);

/** Of a command that a page can show while it goes on. */
export const liveOption = new Option(
  '--live [port]',
  'show the command on a page of 127.0.0.1 while it goes on, at this port or a free one; its address is printed',
).argParser(livePort);

export const jsonOption = new Option('--json', 'print one line of JSON instead of the report');

export const selfcheckOption = new Option(
  '--selfcheck <file>',
  'a selfcheck.json: what is judged of the coverage of a run (default: by the selfcheck of this release)',
);

/** The earlier name of `--selfcheck`, which sets the same flag. */
export const powerOption = Object.assign(new Option('--power <file>').hideHelp(), { attributeName: () => 'selfcheck' });
