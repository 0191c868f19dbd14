// npm start: installs missing packages, builds, then runs a trial of the embedded node or of the given target.
import { join } from 'node:path';
import { install, must } from './installed.mjs';

install();
must(process.execPath, [join(import.meta.dirname, 'build.mjs')]);
must(process.execPath, [join(import.meta.dirname, '../bin/pyx.js'), 'run', ...process.argv.slice(2)]);
