// npm start: installs and builds what is missing, then tries a real node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, must } from './installed.mjs';

install();
must(process.execPath, [join(import.meta.dirname, 'build.mjs')]);
const given = process.argv.slice(2);
if (!given.some((word) => word.startsWith('--target')) && spawnSync('litecoind', ['-version'], { stdio: 'ignore' }).error) {
  process.stderr.write(`npm start tries litecoind, a real node of the family, and it is not on this machine.
  Debian, Ubuntu:  apt-get install litecoind
  elsewhere:       put a litecoind 0.21 on the PATH
Or try a node of your own:  npm start -- --target process:/path/to/coind
                            npm start -- --target http://127.0.0.1:18443
`);
  process.exit(2);
}
const target = given.some((word) => word.startsWith('--target')) ? [] : ['--target', 'process:litecoind'];
must(process.execPath, [join(import.meta.dirname, '../bin/pyx.js'), 'run', ...target, ...given]);
