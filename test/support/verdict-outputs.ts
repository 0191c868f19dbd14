import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportedVerdict } from '../../reports/verdict.ts';
import { installIn } from './installed.ts';
import { pyx, type PyxEnded } from './pyx.ts';

const root = join(import.meta.dirname, '../..');
const TITLES = 'Passed with remarks|Passed|Inconclusive|Failed|Could not be done';

/** What one output shows of a verdict: its title, its exit code if it has one, and its reasons. */
export interface ShownVerdict {
  readonly title: string | undefined;
  readonly code?: number | null;
  readonly reasons?: string;
}

/** What each output shows, by its name. */
export type Shown = ReadonlyMap<string, ShownVerdict>;

/** The environment and working folder of the programs. */
interface Surroundings {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a gate in a folder, and reads its verdict in each of its outputs. */
export async function gateOutputs(
  policy: string,
  { folder, env }: Surroundings,
): Promise<{ readonly ended: PyxEnded; readonly shown: Shown }> {
  await writeFile(join(folder, 'pyx.yaml'), policy);
  const step = join(folder, 'step.md');
  await writeFile(step, '');
  const ended = await pyx(['gate', '--out', 'out'], { cwd: folder, env: { ...env, GITHUB_STEP_SUMMARY: step } });
  const out = join(folder, 'out');
  const [run] = (await sarif(out)).runs;
  const { properties, invocations } = run!;
  const shown = new Map<string, ShownVerdict>([
    ['terminal', { ...printed(ended.stdout), code: ended.code }],
    ['JSON', jsonVerdict(await json(out, 'gate.json'))],
    ['page', await pageTitle(out)],
    ['summary', await summaryTitle(join(out, 'summary.md'), 'gate')],
    ['GitHub summary', await summaryTitle(step, 'gate')],
    ['SARIF', { title: properties.verdict, code: invocations[0]?.exitCode ?? null, reasons: properties.reasons.join(' ') }],
  ]);
  return { ended, shown };
}

/** What the reports of a part of a gate show, and `pyx report` of them. */
export async function reportOutputs(part: string, command: string, { folder, env }: Surroundings): Promise<Shown> {
  const out = join(folder, 'out', part);
  const shown = new Map<string, ShownVerdict>([
    ['JSON', jsonVerdict(await json(out, 'results.json'))],
    ['page', await pageTitle(out)],
    ['summary', await summaryTitle(join(out, 'summary.md'), command)],
  ]);
  if (existsSync(join(out, 'junit.xml'))) shown.set('JUnit', await junitVerdict(out));
  if (existsSync(join(out, 'allure-results'))) shown.set('Allure', await allureVerdict(out));
  const again = await pyx(['report', out], { cwd: folder, env });
  shown.set('terminal of pyx report', { ...printed(again.stdout), code: again.code });
  const line = await pyx(['report', out, '--json'], { cwd: folder, env });
  shown.set('line of pyx report --json', { ...jsonVerdict(JSON.parse(line.stdout) as Verdictful) });
  return shown;
}

/** Numbers of the cases in `junit.xml` of a run. */
export async function junitCounts(
  folder: string,
  run: string,
): Promise<{ readonly failures: number; readonly errors: number; readonly skipped: number }> {
  const text = await readFile(join(folder, 'out', run, 'junit.xml'), 'utf8');
  const number = (element: string): number => text.split(`<${element} `).length - 1;
  return { failures: number('failure'), errors: number('error'), skipped: number('skipped') };
}

/** What vitest shows of the same cases. */
export interface Vitest {
  readonly success: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What it prints for people. */
  readonly text: string;
}

/** Runs `trialTests` with these options, and a plug-in of this module, by vitest. */
export async function vitestOf(options: object, { folder, env }: Surroundings, plugin?: string): Promise<Vitest> {
  await installIn(folder);
  const [imported, plugins] = plugin === undefined ? ['', ''] : [`import plugin from '${plugin}';\n`, ', plugins: [plugin]'];
  await writeFile(
    join(folder, 'trial.test.mjs'),
    `import { trialTests } from 'pyx/vitest';\n${imported}trialTests({ ...${JSON.stringify(options)}${plugins} });\n`,
  );
  const { PATH = '', HOME = '/' } = process.env;
  const text = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        folder,
        '--reporter=default',
        '--reporter=json',
        '--outputFile=vitest.json',
        // A node may take longer to start than vitest waits by default: it must not depend on that.
        '--hookTimeout=1',
        '--testTimeout=1',
      ],
      { cwd: folder, env: { PATH, HOME, NO_COLOR: '1', ...env } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
  const { success, numPassedTests, numFailedTests, numPendingTests } = JSON.parse(await readFile(join(folder, 'vitest.json'), 'utf8')) as {
    readonly success: boolean;
    readonly numPassedTests: number;
    readonly numFailedTests: number;
    readonly numPendingTests: number;
  };
  return { success, passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, text };
}

interface Verdictful {
  readonly verdict?: ReportedVerdict;
}

function jsonVerdict({ verdict }: Verdictful): ShownVerdict {
  return { title: verdict?.title, code: verdict?.code ?? null, reasons: verdict?.reasons.join(' ') ?? '' };
}

/** The last verdict that a terminal shows. */
function printed(stdout: string): ShownVerdict {
  const found = [...stdout.matchAll(new RegExp(`^(${TITLES}) {2}(.*)$`, 'gm'))].at(-1);
  return { title: found?.[1], reasons: found?.[2] ?? '' };
}

async function json(out: string, file: string): Promise<Verdictful> {
  return JSON.parse(await readFile(join(out, file), 'utf8')) as Verdictful;
}

async function sarif(out: string): Promise<{
  readonly runs: readonly {
    readonly properties: { readonly verdict: string; readonly reasons: readonly string[] };
    readonly invocations: readonly { readonly exitCode: number }[];
  }[];
}> {
  return (await json(out, 'pyx.sarif')) as never;
}

async function pageTitle(out: string): Promise<ShownVerdict> {
  return { title: /<h1>([^<]*)/.exec(await readFile(join(out, 'index.html'), 'utf8'))?.[1] };
}

async function summaryTitle(file: string, command: string): Promise<ShownVerdict> {
  return { title: new RegExp(`^# \\S+ Pyx ${command}: (.*)$`, 'm').exec(await readFile(file, 'utf8'))?.[1] };
}

async function junitVerdict(out: string): Promise<ShownVerdict> {
  const text = await readFile(join(out, 'junit.xml'), 'utf8');
  const property = (name: string): string | undefined => new RegExp(`<property name="${name}" value="([^"]*)"`).exec(text)?.[1];
  return { title: property('verdict'), code: Number(property('exitCode')), reasons: property('reasons') ?? '' };
}

async function allureVerdict(out: string): Promise<ShownVerdict> {
  const text = await readFile(join(out, 'allure-results/environment.properties'), 'utf8');
  const property = (name: string): string | undefined => new RegExp(`^${name}\\s*=\\s*(.*)$`, 'm').exec(text)?.[1];
  return { title: property('verdict'), code: Number(property('exitCode')), reasons: property('reasons') ?? '' };
}
