// What the steps of the build read and wrote, so that a step is repeated only after a change.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const digestOf = (file) => (existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('base64') : null);

/** Whether a file was written after that time: what a step has read of it is not known. */
const changedSince = (file, ms) => !existsSync(file) || statSync(file).mtimeMs > ms;

/** All files in a folder and its folders whose names `fits` accepts, sorted. */
export const filesIn = (folder, fits = () => true) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && fits(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();

/** The steps of the build of a project in `root`, with what is known of their last runs: kept in its node_modules, by relative paths. */
export class BuildSteps {
  #root;
  #file;
  #known;

  constructor(root) {
    this.#root = root;
    this.#file = join(root, 'node_modules/.pyx-build.json');
    this.#known = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : {};
  }

  /**
   * Runs a step, unless it has run with the same `inputs` (files that it surely reads) and release of Node, and each file that it
   * read or wrote then is unchanged. `work` returns the files that it read besides (`inputs`) and wrote (`outputs`), and what is to be
   * `kept`, which is returned.
   */
  async run(name, inputs, work) {
    const asked = [process.version, ...inputs.map((file) => relative(this.#root, file))];
    const last = this.#known[name];
    if (last !== undefined && JSON.stringify(last.asked) === JSON.stringify(asked) && this.#isUnchanged(last.digests)) return last.kept;
    const began = performance.timeOrigin + performance.now();
    const { inputs: others = [], outputs, kept } = await work();
    const read = [...inputs, ...others].map((file) => [relative(this.#root, file), changedSince(file, began) ? null : digestOf(file)]);
    const digests = Object.fromEntries([...read, ...outputs.map((file) => [relative(this.#root, file), digestOf(file)])]);
    this.#known[name] = { asked, digests, outputs: outputs.map((file) => relative(this.#root, file)), kept };
    this.#keep();
    return kept;
  }

  /** The files that all steps wrote in their last runs. */
  get outputs() {
    return Object.values(this.#known).flatMap(({ outputs }) => outputs.map((file) => join(this.#root, file)));
  }

  #isUnchanged(digests) {
    return Object.entries(digests).every(([file, digest]) => digest !== null && digestOf(join(this.#root, file)) === digest);
  }

  // Two builds may run side by side.
  #keep() {
    const part = `${this.#file}.${process.pid}`;
    writeFileSync(part, JSON.stringify(this.#known));
    renameSync(part, this.#file);
  }
}
