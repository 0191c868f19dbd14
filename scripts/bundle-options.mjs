import { join } from 'node:path';

/** How programs for Node are bundled by esbuild. */
export const bundleOptions = (root) => ({
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  metafile: true,
  absWorkingDir: root,
  // CommonJS packages in the bundle use require() for the modules of Node.
  banner: { js: "import { createRequire as pyxCreateRequire } from 'node:module'; const require = pyxCreateRequire(import.meta.url);" },
});

/**
 * How the script that k6 runs is bundled. It is neither Node nor a browser: releases before 0.53 refuse a script with syntax of later
 * years than 2017.
 */
export const k6ScriptOptions = (root) => ({
  ...bundleOptions(root),
  platform: 'neutral',
  target: 'es2017',
  banner: {},
  external: ['k6', 'k6/*'],
  entryPoints: [join(root, 'load/k6/script/main.ts')],
});
