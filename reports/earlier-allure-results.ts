import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LabelName, type Attachment, type TestResult } from 'allure-js-commons';

/** The label `framework` of the results of Pyx. */
export const FRAMEWORK = 'pyx';

const ATTACHMENT = /^[\w-]+-attachment\.(?:json|txt)$/;

/**
 * Removes from a folder of Allure results those of an earlier run, which Allure would count as results of this one, with their
 * attachments. What others have written stays: many tools write to a folder of this name. Throws errors of the file system.
 */
export function removeEarlierResults(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (!entry.isFile() || !entry.name.endsWith('-result.json')) continue;
    const attachments = attachmentsOfOwn(readFileSync(file, 'utf8'));
    if (attachments === undefined) continue;
    for (const { source } of attachments) if (ATTACHMENT.test(source)) rmSync(join(folder, source), { force: true });
    rmSync(file);
  }
}

/** The attachments of a result; undefined if Pyx has not written it. */
function attachmentsOfOwn(text: string): readonly Attachment[] | undefined {
  try {
    const { labels, attachments = [] } = JSON.parse(text) as Pick<TestResult, 'labels'> & Partial<TestResult>;
    return labels.some(({ name, value }) => name === LabelName.FRAMEWORK && value === FRAMEWORK) ? attachments : undefined;
  } catch {
    return undefined; // no result of Pyx
  }
}
