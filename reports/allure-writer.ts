import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import type { Category, EnvironmentInfo } from 'allure-js-commons/sdk';
import type { TestResult } from 'allure-js-commons';

/**
 * Allure's own writer waits for the disk after each file, which takes longer than the trial for thousands of files.
 * These files can be written again from the journal, so it is safe not to wait.
 */
export class AllureWriter extends FileSystemWriter {
  readonly #folder: string;

  constructor(folder: string) {
    super({ resultsDir: folder });
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** One that another tool has written stays. */
  override writeEnvironmentInfo(info: EnvironmentInfo): void {
    if (this.#isFree('environment.properties', /^pyx\s*=/)) super.writeEnvironmentInfo(info);
  }

  /** Those that another tool has written stay. */
  override writeCategoriesDefinitions(categories: Category[]): void {
    if (this.#isFree('categories.json', /"Internal error in pyx"/)) super.writeCategoriesDefinitions(categories);
  }

  override writeAttachment(fileName: string, content: Buffer): void {
    writeFileSync(join(this.#folder, fileName), content);
  }

  override writeResult(result: TestResult): void {
    writeFileSync(join(this.#folder, `${result.uuid}-result.json`), JSON.stringify(result));
  }

  /** Whether a file is missing, or written by Pyx, which `own` matches. */
  #isFree(name: string, own: RegExp): boolean {
    const file = join(this.#folder, name);
    return !existsSync(file) || own.test(readFileSync(file, 'utf8'));
  }
}
