// The licence texts of the packages that a build has bundled.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Packages whose file has the unchanged text of a licence, for those that name the licence and have no file. */
const STANDARD_TEXTS = { 'Apache-2.0': 'typescript', 'MPL-2.0': '@ethereumjs/util' };

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

function packageIn(folder, root) {
  const { name, version, license, repository, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const standard = STANDARD_TEXTS[license];
  const own = textsIn(folder, /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i);
  const texts = own.length > 0 || standard === undefined ? own : textsIn(join(root, 'node_modules', standard), /^license$/i);
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
