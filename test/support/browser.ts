import { launch, type Page } from 'puppeteer-core';
import { findBinary } from '../../fixtures/targets/find-binary.ts';

/** Runs `work` with an empty page of a browser, which is closed afterwards. Throws where there is no chromium. */
export async function inBrowser<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launch({
    executablePath: await findBinary('chromium'),
    // Its sandbox does not run as root, nor in most containers; only pages of this machine are opened.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    return await work(await browser.newPage());
  } finally {
    await browser.close();
  }
}
