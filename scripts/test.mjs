// npm test: installs missing packages, builds, checks types and style, then runs the tests (with --full also the long
// ones).
import { join } from 'node:path';
import { install, must } from './installed.mjs';

install();
must(process.execPath, [join(import.meta.dirname, 'build.mjs')]);
must(process.execPath, [join(import.meta.dirname, 'types.mjs')]);
const bin = (name) => join(import.meta.dirname, '../node_modules/.bin', name);
must(bin('tsc'), ['--noEmit']);
must(bin('tsc'), ['--noEmit', '--project', 'load/k6']); // scripts for k6 have its types, not those of Node
must(bin('oxlint'), []);
must(bin('oxfmt'), ['--check']); // npm run format fixes its findings
const given = process.argv.slice(2);
const tiers = ['unit', 'end-to-end', 'in-time', ...(given.includes('--full') ? ['long'] : [])].flatMap((name) => ['--project', name]);
must(bin('vitest'), ['run', ...tiers, ...given.filter((word) => word !== '--full')]);
