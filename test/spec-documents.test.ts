import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder, pyx, type PyxEnded } from './support/pyx.ts';

const TEXT = `# My service

## Blocks

| Method | Arguments | Result |
|---|---|---|
| \`getblockhash\` | height:num | str, the hash. A height above the tip is refused |
| \`getblockcount\` | none | num, the height of the longest chain |

Heights begin at 0. The first block has no parent.
`;

/** A standard as `pyx spec init` makes it, and the text of its document beside it. */
async function withStandard(work: (files: { standard: string; texts: string; text: string }) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const [standard, texts] = [join(folder, 'standard'), join(folder, 'texts')];
    expect((await pyx(['spec', 'init', standard])).code).toBe(0);
    mkdirSync(texts);
    const text = join(texts, '1-blocks.md');
    writeFileSync(text, TEXT);
    await work({ standard, texts, text });
  });
}

const check = (...args: string[]): Promise<PyxEnded> => pyx(['spec', 'check', ...args]);

test('a standard of one’s own has hashes of its sentences, and the check says which no longer stand', async () => {
  await withStandard(async ({ standard, texts, text }) => {
    const none = await check(standard, '--documents', texts);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/has no sentences\.tsv.*--write/) });
    const written = await check(standard, '--documents', texts, '--write');
    expect(written).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`written: 7 sentences to ${join(standard, 'sentences.tsv')}`),
    });
    expect(readFileSync(join(standard, 'sentences.tsv'), 'utf8')).not.toMatch(/tip|parent|chain/);

    writeFileSync(text, TEXT.replace('## Blocks', '#### Blocks').replace('0. The', '0.\n  The').replaceAll('|---|', '| :--- |'));
    const same = await check(standard, '--documents', texts);
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('7 sentences unchanged, 0 moved, 0 changed, 0 gone, 0 new') });

    writeFileSync(text, TEXT.replace('Heights begin at 0.', '').concat('\n## Old\n\nHeights begin at 0.\n'));
    const moved = await check(standard, '--documents', texts);
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('moved: document 1, Blocks → Old: 1 sentence') });

    writeFileSync(
      text,
      TEXT.replace('height:num', 'height:str')
        .replace(/^\| `getblockcount.*\n/m, '')
        .concat('\n## Rates\n\nTen calls a second.\n'),
    );
    const changed = await check(standard, '--documents', texts);
    expect(changed.code).toBe(1);
    expect(changed.stdout.split('\n').slice(1, -1).join('\n').replaceAll(text, 'TEXT'))
      .toBe(`changed: document 1, Blocks: getblockhash, height
  TEXT:7 now reads: getblockhash: height:str
  methods getblockhash
gone: document 1, Blocks: getblockcount (2 sentences)
  methods getblockcount
new section: document 1, Rates, which the standard does not know (1 sentence)
  TEXT:13: Ten calls a second
${texts}: 4 sentences unchanged, 0 moved, 1 changed, 2 gone, 0 new, 1 new section`);
    const json = JSON.parse((await check(standard, '--documents', texts, '--json')).stdout) as {
      documents: { changed: unknown[]; gone: unknown[] };
    };
    expect(json.documents.changed).toEqual([
      {
        document: 1,
        section: 'Blocks',
        name: 'height',
        now: { document: 1, section: 'Blocks', file: text, line: 7, text: 'getblockhash: height:str' },
        rows: [],
        methods: ['getblockhash'],
        rules: [],
      },
    ]);
    expect((await check(standard, '--documents', texts, '--write')).code).toBe(0);
    expect((await check(standard, '--documents', texts)).code).toBe(0);
  });
});

test('what cannot be compared is refused, with what to do', async () => {
  await withStandard(async ({ standard, texts, text }) => {
    expect((await check(standard, '--documents', texts, '--write')).code).toBe(0);
    const table = join(standard, 'sentences.tsv');
    for (const [args, message] of [
      [['--documents', join(texts, 'none')], /none is no folder; name the folder/],
      [['--documents', text], /1-blocks\.md is no folder/],
      [['--documents', 'https://example.org/{document}'], /is an address; name a folder/],
      [['--documents', texts], /lacks document 2 \(Node JSON-RPC Service: .*\); name its file so that it begins with its number/],
      [['--write'], /--write is for --documents; name the folder/],
      [['--names', 'coin=acme'], /--names is for --documents/],
      [[standard, '--documents', texts, '--names', 'coin'], /is not of the form coin=acme/],
      [[join(standard, 'methods/chain/getblockhash.yaml'), '--documents', texts], /--documents compares a whole standard/],
    ] as const)
      expect(await check(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message), stdout: '' });
    writeFileSync(table, 'document\tsection\n1\tBlocks\tmore\n');
    expect(await check(standard, '--documents', texts)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${table} line 2 has 3 columns`),
    });
    rmSync(text);
    expect(await check(standard, '--documents', texts)).toMatchObject({ code: 2, stderr: expect.stringContaining('lacks document 1;') });
  });
});
