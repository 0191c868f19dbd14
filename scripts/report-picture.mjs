// Makes the pictures of the README, docs/report.png and docs/report-dark.png, of the index.html of a run:
// node scripts/report-picture.mjs pyx-out/<run>. Needs chromium on the PATH.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from 'puppeteer-core';

const [folder = ''] = process.argv.slice(2);
const page = join(resolve(folder), 'index.html');
const executablePath = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim();
if (folder === '' || !existsSync(page) || executablePath === '') {
  process.stderr.write('usage: node scripts/report-picture.mjs FOLDER, with the folder of a run; needs chromium on the PATH\n');
  process.exit(2);
}
// Its sandbox does not run as root, nor in most containers; only a page of this machine is opened.
const browser = await launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
  for (const [scheme, name] of [
    ['light', 'report.png'],
    ['dark', 'report-dark.png'],
  ]) {
    const tab = await browser.newPage();
    await tab.setViewport({ width: 1280, height: 1180 });
    await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await tab.goto(pathToFileURL(page).href, { waitUntil: 'load' });
    // The first finding, opened: its evidence, request, response and replay command.
    const first = await tab.$('details summary');
    await first?.click();
    await tab.screenshot({ path: join(import.meta.dirname, '../docs', name) });
  }
} finally {
  await browser.close();
}
