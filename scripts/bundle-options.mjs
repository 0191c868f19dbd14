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
 * How coind is bundled: one CommonJS file, because Node keeps the compiled code of scripts, not of modules (cli/coind/code-cache.ts).
 * Packages with native parts are not bundled.
 */
export const cachedScriptOptions = (root) => ({
  ...bundleOptions(root),
  format: 'cjs',
  entryNames: '[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  banner: { js: "const pyxModuleUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'pyxModuleUrl', 'import.meta.dirname': '__dirname' },
  external: ['secp256k1', 'zeromq'],
  // A script with code from an earlier run cannot import(): packages are loaded by require().
  supported: { 'dynamic-import': false },
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
