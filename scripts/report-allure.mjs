// Makes the single-file Allure report of a run: npm run report:allure -- [folder of the run]. Without a folder, of the last
// run in pyx-out/. The history of earlier reports is kept in allure-history/ beside the folder.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ALLURE = join(dirname(fileURLToPath(import.meta.url)), '../node_modules/.bin/allure');

const folder = resolve(
  process.argv[2] ?? lastRun() ?? fail('there is no run in pyx-out/: make one with npx --no-install pyx run, or name its folder'),
);
const results = join(folder, 'allure-results');
// It replaces allure-report/, which in another folder is not ours.
if (!existsSync(join(folder, 'journal.jsonl'))) fail(`${folder} has no journal.jsonl: name the output folder of pyx run`);
if (spawnSync('java', ['-version'], { stdio: 'ignore' }).status !== 0)
  fail(
    `Allure needs Java, and there is no command java: install a JRE (apt-get install default-jre-headless). The same results are in ${join(folder, 'index.html')}`,
  );

// A run writes them only with --reports allure.
if (!existsSync(results)) writeResults();

const history = join(dirname(folder), 'allure-history');
const report = join(folder, 'allure-report');
const aside = mkdtempSync(join(tmpdir(), 'pyx-allure-'));
process.once('exit', () => rmSync(aside, { recursive: true, force: true })); // also where it fails
if (existsSync(history)) cpSync(history, join(results, 'history'), { recursive: true });
// A single file does not contain the history that the next report needs.
allure(['generate', results, '--clean', '--output', join(aside, 'whole')]);
allure(['generate', results, '--clean', '--single-file', '--output', report]);
cpSync(join(aside, 'whole', 'history'), history, { recursive: true });
process.stdout.write(`${join(report, 'index.html')}\n`);

function writeResults() {
  const pyx = join(dirname(fileURLToPath(import.meta.url)), '..', 'bin', 'pyx.js');
  const { status, stderr } = spawnSync(process.execPath, [pyx, 'report', folder, '--reports', 'allure', '--json'], { encoding: 'utf8' });
  // 1: the run has findings.
  if (status !== 0 && status !== 1) fail(`the results for Allure could not be written: ${stderr.trim()}`);
}

function allure(args) {
  const { status, error } = spawnSync(ALLURE, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0)
    fail(`Allure ended with ${error?.message ?? `exit code ${status}`}. The same results are in ${join(folder, 'index.html')}`);
}

/** The newest folder of a run, or undefined. */
function lastRun() {
  if (!existsSync('pyx-out')) return undefined;
  const runs = readdirSync('pyx-out')
    .map((name) => join('pyx-out', name))
    .filter((folder) => existsSync(join(folder, 'journal.jsonl')));
  return runs.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

function fail(message) {
  process.stderr.write(`report:allure: ${message}\n`);
  process.exit(2);
}
