// Builds Pyx and one benchmark of load/bench/, and runs it: node scripts/bench.mjs marginal-cost [options]
// `all` runs the others.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { install, must } from './installed.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'load/bench');
const [name = '', ...options] = process.argv.slice(2);
if (!existsSync(join(folder, `${name}.ts`))) {
  process.stderr.write('usage: node scripts/bench.mjs BENCHMARK [options], with a benchmark of load/bench/ such as marginal-cost\n');
  process.exit(2);
}
install();
must(process.execPath, [join(import.meta.dirname, 'build.mjs')]);

// In node_modules, so that packages that are not bundled are found.
const aside = mkdtempSync(join(root, 'node_modules', '.pyx-bench-'));
let status = 2;
try {
  await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    packages: 'external',
    // The benchmarks, the scripts that they run in other processes or threads (<name>.probe.ts), and the threads of Pyx.
    entryPoints: {
      ...Object.fromEntries(
        readdirSync(folder)
          .filter((file) =>
            name === 'all' ? /^[a-z-]+(?:\.probe)?\.ts$/.test(file) : file === `${name}.ts` || file === `${name}.probe.ts`,
          )
          .map((file) => [basename(file, '.ts'), join(folder, file)]),
      ),
      'signing-worker': join(root, 'load/transactions/signing-worker.ts'),
    },
    outdir: aside,
    outExtension: { '.js': '.mjs' },
  });
  const done = spawnSync(process.execPath, [join(aside, `${name}.mjs`), ...options], { cwd: root, stdio: 'inherit' });
  status = done.status ?? 2;
} finally {
  rmSync(aside, { recursive: true, force: true });
}
process.exit(status);
