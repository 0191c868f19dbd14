import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
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

  override writeAttachment(fileName: string, content: Buffer): void {
    writeFileSync(join(this.#folder, fileName), content);
  }

  override writeResult(result: TestResult): void {
    writeFileSync(join(this.#folder, `${result.uuid}-result.json`), JSON.stringify(result));
  }
}
