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
