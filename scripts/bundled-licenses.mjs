// The licence texts of the packages that a build has bundled.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Packages whose file has the unchanged text of a licence, for those that name the licence and have no file. */
const STANDARD_TEXTS = { 'Apache-2.0': 'typescript', 'MPL-2.0': '@ethereumjs/util', MIT: 'prismjs' };
const MIT_TERMS = 'Permission is hereby granted';

/**
 * What the component of mutation-testing-elements has in itself. It comes bundled, so that no build tells this; the packages are
 * development dependencies for their licences alone. mutation-testing-* have its own licence.
 */
const IN_COMPONENT = [
  '@lit-labs/observers',
  '@lit/reactive-element',
  'anser',
  'fuzziersort',
  'lit',
  'lit-element',
  'lit-html',
  'prism-svelte',
  'prismjs',
  'rxjs',
  'tailwindcss',
];

/** The folders of the packages of the component of which `component` is the folder. Throws where another version is installed than it names. */
export function packagesInComponent(component, root) {
  const { devDependencies } = manifestOf(resolve(root, component));
  return IN_COMPONENT.map((name) => {
    const folder = join('node_modules', name);
    const { version } = manifestOf(resolve(root, folder));
    const wanted = devDependencies[name] ?? version; // lit-html and the like are packages of lit
    if (wanted !== version) throw new Error(`${component} has ${name} ${wanted} in itself, and ${version} is installed for its licence`);
    return folder;
  });
}

/** The folders of the packages of which the outputs of a build have code. `metafile`: of esbuild. */
export function bundledPackages({ outputs }) {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return [...new Set(used.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))];
}

/**
 * One text with the licence of each of these packages, sorted by name. Throws for a package whose licence has no text.
 * `folders`: relative to `root`.
 */
export function bundledLicenses(folders, root) {
  const packages = [...new Set(folders)]
    .map((folder) => packageIn(resolve(root, folder), root))
    .sort((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1));
  const head = 'The programs in this folder contain code of these packages, under the licences that follow.';
  return `${[head, ...packages.map(textOf)].join(`\n\n${'='.repeat(80)}\n`)}\n`;
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function packageIn(folder, root) {
  const { name, version, license, author, repository, homepage } = manifestOf(folder);
  const standard = STANDARD_TEXTS[license];
  const own = textsIn(folder, /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i);
  const texts = own.length > 0 || standard === undefined ? own : textsIn(join(root, 'node_modules', standard), /^license$/i);
  // The text of this licence begins with who holds the rights.
  if (own.length === 0 && license === 'MIT') texts[0] = `Copyright (c) ${author}\n\n${texts[0].slice(texts[0].indexOf(MIT_TERMS))}`;
  if (texts.length === 0) throw new Error(`the package ${name} is bundled, and has no file with its licence (${license})`);
  // The Mozilla Public License 2.0 (3.2) wants the place of the source named.
  const source = (typeof repository === 'string' ? repository : repository?.url) ?? homepage;
  return { name, version, license, source, texts };
}

function textsIn(folder, names) {
  const files = readdirSync(folder).filter((file) => names.test(file));
  return files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
}

function textOf({ name, version, license, source, texts }) {
  return [`${name}@${version} (${license})\nSource: ${source}`, ...texts].join('\n\n');
}
