import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { needs } from './require.ts';
import { inBrowser } from './support/browser.ts';
import { evaluated as run, manual, MANUAL_BYTES, problemsOf, watched } from './support/manual.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';
import { until } from './until.ts';

test('the manual of the standard with a failing run: search, marks, findings, size, and for everybody', async (ctx) => {
  await needs(ctx, 'chromium');
  await needs(ctx, 'litecoind');
  await inFolder(async (folder) => {
    const [ran, out] = [join(folder, 'ran'), join(folder, 'manual')];
    const cases = ['--suite', 'methods', '--method', 'getblock', '--seed', '3', '--jobs', '1'];
    expect((await pyx(['run', ...cases, '--target', 'process:litecoind', '--target-file', 'none', '--out', ran])).code).toBe(1);
    const { bytes, methods } = await manual(out, '--no-examples', '--results', ran);
    expect(methods).toBe(166);
    expect(bytes).toBeLessThan(MANUAL_BYTES);
    const at = (path: string): string => pathToFileURL(join(out, path)).href;
    await inBrowser(async (page) => {
      const wrong = watched(page, at(''));
      await page.goto(at('index.html'));
      await page.keyboard.press('/');
      await page.keyboard.type('in_active_chain');
      const names = await page.$$eval('#found b', (found) => found.map((name) => name.textContent));
      expect(names).toContain('getblock tx[].in_active_chain');
      await page.keyboard.press('Escape');
      await page.keyboard.type('getblock');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(page.url()).toBe(at('methods/getblock.html'));
      expect(await run(page, `document.querySelector('.ran .m').textContent`)).toBe('failed');

      const field = `document.getElementById('f:getblock#verbosity=2:tx[].blockhash')`;
      expect(await run(page, `${field}.querySelector('.m').textContent`)).toBe('failed');
      await run(page, `${field}.querySelector('a.m').click()`);
      await page.waitForFunction(`location.hash.startsWith('#finding-')`);
      expect(await page.$eval('.finding:target', (found) => found.textContent)).toContain('blockhash is missing');
      expect(await run(page, `document.getElementById('p:getblock.blockhash').querySelector('.m').textContent`)).toBe('judged');
      expect(await run(page, `document.getElementById('r:getblock/confirmations').querySelector('.m').textContent`)).toBe('untried');

      await page.goto(`${at('methods/getblock.html')}#${encodeURIComponent('r:getblock/confirmations')}`);
      expect(await run(page, `document.querySelector(':target').id`)).toBe('r:getblock/confirmations');
      expect(wrong).toEqual([]);

      await page.setBypassCSP(true); // for axe
      expect(await problemsOf(page, at('methods/getblock.html'))).toEqual([]);
    });
  });
});

test('a standard of one’s own has calls that the embedded node answered, and its manual replaces an earlier one', async () => {
  await inFolder(async (folder) => {
    const [standard, out] = [join(folder, 'standard'), join(folder, 'manual')];
    await pyx(['spec', 'init', standard]);
    const methods = join(standard, 'methods', 'wallet');
    mkdirSync(methods, { recursive: true });
    writeFileSync(
      join(methods, 'dumpprivkey.yaml'),
      `id: dumpprivkey
family: wallet
summary: The private key of an address.
source: { document: 1, section: Methods }
params: [{ name: address, required: true, schema: { $ref: OwnAddress } }]
variants: [{ id: default, effect: [read, secret], result: { $ref: MyKey } }]
`,
    );
    writeFileSync(
      join(standard, 'shapes', 'keys.yaml'),
      `MyKey: { summary: A private key., source: { document: 1, section: Methods }, secret: true, schema: { type: string } }
OwnAddress: { summary: An address of the wallet., source: { document: 1, section: Methods }, schema: { type: string, minLength: 1 } }
`,
    );
    const { answered, methods: count } = await manual(out, '--standard', standard);
    expect([answered, count]).toEqual([3, 3]);
    const page = readFileSync(join(out, 'methods/dumpprivkey.html'), 'utf8');
    expect(page).toMatch(/Result<\/p><div class="code"><pre>&quot;\*\*\*&quot;<\/pre>/);
    expect(page).toContain('client.call(&#39;dumpprivkey&#39;, [&quot;');

    const document = join(folder, 'openrpc.json');
    await pyx(['spec', 'export', '--standard', standard, '--out', document]);
    expect(await manual(out, '--standard', document, '--no-examples')).toMatchObject({ methods: 3, answered: 0 });
    expect(readFileSync(join(out, 'methods/dumpprivkey.html'), 'utf8')).toContain('The private key of an address.');
  });
});

test('a manual that cannot be made is refused with what to do, before a node is started', async () => {
  await inFolder(async (folder) => {
    const [mine, standard, ran] = [join(folder, 'mine'), join(folder, 'standard'), join(folder, 'ran')];
    mkdirSync(mine);
    writeFileSync(join(mine, 'notes.txt'), 'mine');
    await pyx(['spec', 'init', standard]);
    await pyx(['run', '--case', 'methods/getblockcount/required-only', '--out', ran]);
    const refused = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await pyx(['spec', ...args]);
      expect(code, stderr).toBe(2);
      return stderr;
    };
    expect(await refused('docs', mine)).toMatch(
      /mine is not empty, and was not written by pyx \(notes\.txt\).*; name a new or empty folder/,
    );
    expect(await refused('docs', ran)).toMatch(/has the output of another command of pyx .*; name a new or empty folder/);
    const out = join(folder, 'out');
    expect(await refused('docs', out, '--results', mine)).toMatch(/mine has no journal\.jsonl; name the output folder of pyx run/);
    expect(await refused('docs', out, '--results', ran, '--standard', standard)).toMatch(
      /a run of another standard.*; name a run of this standard/,
    );
    expect(await refused('serve', '--results', mine)).toMatch(/has no journal\.jsonl/);
    expect(await refused('docs', out, '--documents', join(folder, 'none'))).toMatch(
      /--documents: .*is no folder; name the folder of the texts/,
    );
  });
});

describe('pyx spec serve', () => {
  const addressIn = (text: string): string | undefined => /^the manual: (http:\/\/127\.0\.0\.1:\d+\/) /m.exec(text)?.[1];

  test('shows the manual, follows changes of the files, and keeps it while a file is wrong', async (ctx) => {
    await needs(ctx, 'chromium');
    await inFolder(async (folder) => {
      const standard = join(folder, 'standard');
      await pyx(['spec', 'init', standard]);
      const serving = startPyx(['spec', 'serve', '--standard', standard, '--no-examples']);
      try {
        await until(
          () => `an address in ${serving.said()}`,
          () => addressIn(serving.said()) !== undefined,
        );
        const url = addressIn(serving.said())!;
        const taken = await pyx(['spec', 'serve', '--standard', standard, '--no-examples', '--port', new URL(url).port]);
        expect([taken.code, taken.stderr]).toEqual([2, expect.stringMatching(/another program listens there; give another port/)]);
        await inBrowser(async (page) => {
          const wrong = watched(page, url);
          await page.goto(url);
          const file = join(standard, 'methods', 'chain', 'newmethod.yaml');
          mkdirSync(join(standard, 'methods', 'chain'), { recursive: true });
          writeFileSync(
            file,
            'id: newmethod\nfamily: chain\nsummary: It has just come.\nsource: { document: 1, section: Methods }\nvariants: [{ id: default, effect: [read], result: null }]\n',
          );
          await page.waitForFunction(`document.body.textContent.includes('It has just come.')`);
          appendFileSync(file, 'params: nothing\n');
          await until(
            () => `a complaint in ${serving.said()}`,
            () => serving.said().includes('newmethod.yaml'),
          );
          await page.reload();
          expect(await page.$eval('main', (main) => main.textContent)).toContain('It has just come.');
          expect(wrong).toEqual([]);
        });
        serving.child.kill('SIGINT');
        expect((await serving.ended).code).toBe(130);
      } finally {
        serving.child.kill('SIGKILL');
      }
    });
  });
});
