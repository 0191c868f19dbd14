// npm start: installs and builds what is missing, then tries the embedded node, or the one that is named.
import { join } from 'node:path';
import { install, must } from './installed.mjs';

install();
must(process.execPath, [join(import.meta.dirname, 'build.mjs')]);
must(process.execPath, [join(import.meta.dirname, '../bin/pyx.js'), 'run', ...process.argv.slice(2)]);
