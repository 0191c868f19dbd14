// Copies packages for an image, so that its build does not need npm: what runs on Linux, and the licences.
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, sep } from 'node:path';

/** Folders with builds for other systems than Linux with glibc. */
const FOREIGN = /^(?:darwin|win32|android|freebsd|musl|ia32)(?:-|$)/;
const TEST = /^(?:tests?|__tests__)$|\.test\.\w+$/;
const PROGRAMS = new Set(['.js', '.cjs', '.mjs', '.json', '.node']);
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Copies packages that `root`, a clone or an installed package, depends on, with their dependencies, to `node_modules` in
 * `folder`. Throws if a package is not installed.
 */
export function bundlePackages(names, root, folder) {
  // An installed package has its dependencies beside it.
  const above = basename(dirname(root)) === 'node_modules' ? dirname(dirname(root)) : root;
  const copied = new Set();

  function copy(name, from, isOptional) {
    const place = placeOf(name, from, above);
    if (place === undefined) {
      if (isOptional) return;
      throw new Error(`the package ${name} is not installed in ${above}; run npm ci there`);
    }
    if (copied.has(place)) return;
    copied.add(place);
    cpSync(place, join(folder, placeIn(place, root, above)), { recursive: true, filter: (source) => isNeeded(source, place) });
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      copy(needed, place, Object.hasOwn(optionalDependencies, needed));
  }

  for (const name of names) copy(name, root, false);
}

/** The folder of a package by Node's resolution, below `above`; undefined if it is not installed. */
function placeOf(name, from, above) {
  const found = createRequire(join(from, 'package.json'))
    .resolve.paths(`${name}/package.json`) // of the bare name of a module of Node there are none
    .map((modules) => join(modules, name))
    .find((place) => existsSync(join(place, 'package.json')));
  return found?.startsWith(above + sep) === true ? found : undefined;
}

/** Where a package is in the image, in which `root` has all packages below it. */
const placeIn = (place, root, above) => relative(place.startsWith(root + sep) ? root : above, place);

/** Nested packages are copied on their own. */
function isNeeded(source, place) {
  const inside = relative(place, source).split(sep);
  if (inside.some((part) => part === 'node_modules' || FOREIGN.test(part) || TEST.test(part))) return false;
  return statSync(source).isDirectory() || PROGRAMS.has(extname(source)) || LICENCE.test(basename(source));
}
