// npm test: installs and builds what is missing, checks types and style, then runs the tests.
import { join } from 'node:path';
import { install, must } from './installed.mjs';

install();
must(process.execPath, [join(import.meta.dirname, 'build.mjs')]);
const bin = (name) => join(import.meta.dirname, '../node_modules/.bin', name);
must(bin('tsc'), ['--noEmit']);
must(bin('oxlint'), []);
must(bin('vitest'), ['run', '--project', 'unit', ...process.argv.slice(2)]);
