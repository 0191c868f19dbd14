import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/** In the unit tier no process is started: such tests are named `*.node.test.ts`. */
function refuse(): never {
  throw new Error('a unit test starts no process: name the file *.node.test.ts');
}

Object.assign(childProcess, {
  spawn: refuse,
  spawnSync: refuse,
  fork: refuse,
  exec: refuse,
  execSync: refuse,
  execFile: refuse,
  execFileSync: refuse,
});
syncBuiltinESMExports();
