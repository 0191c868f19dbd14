// npm test: installs missing packages, builds, and runs the tests (with --full all of them); checks types and style beside them.
import { join } from 'node:path';
import { failure, install, must, run } from './installed.mjs';

install();
must(process.execPath, [join(import.meta.dirname, 'build.mjs')]);
must(process.execPath, [join(import.meta.dirname, 'types.mjs')]);
const bin = (name) => join(import.meta.dirname, '../node_modules/.bin', name);
const checks = [
  failure(bin('tsc'), ['--noEmit']),
  failure(bin('tsc'), ['--noEmit', '--project', 'load/k6']), // scripts for k6 have its types, not those of Node
  failure(bin('oxlint'), []),
  failure(bin('oxfmt'), ['--check']), // npm run format fixes its findings
];
for (const check of checks) void check.then((text) => text !== undefined && process.stderr.write(text));

const given = process.argv.slice(2);
if (given.includes('--full')) process.env.PYX_GROUPS = 'all'; // test/rotation.ts
const tiers = ['unit', 'node', 'end-to-end', 'in-time', 'alone', ...(given.includes('--full') ? ['long'] : [])].flatMap((name) => [
  '--project',
  name,
]);
process.exitCode = await run(bin('vitest'), ['run', ...tiers, ...given.filter((word) => word !== '--full')]);
// Again at the end: the results of the tests stand between.
for (const text of (await Promise.all(checks)).filter((text) => text !== undefined)) {
  process.stderr.write(`\n${text}`);
  process.exitCode ||= 1;
}
