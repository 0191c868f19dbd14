import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from './require.ts';
import { inFolder, pyx, type PyxEnded } from './support/pyx.ts';

const check = (...args: string[]): Promise<PyxEnded> => pyx(['spec', 'check', ...args]);

// With the documents of Pyx's own standard, which PYX_DOCUMENTS names.
test('every sentence of the documents stands, and a changed one names its rows and rules', async (ctx) => {
  await needs(ctx, 'documents');
  const documents = process.env['PYX_DOCUMENTS'] ?? '';
  expect(await check('--documents', documents)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/unchanged, 0 moved, 0 changed, 0 gone, 0 new, 0 new sections\n$/),
  });
  await inFolder(async (folder) => {
    cpSync(documents, folder, { recursive: true });
    const file = join(folder, '1-overview-wallet.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('newkeypool:bool=true', 'newkeypool:bool=false'));
    const { code, stdout } = await check('--documents', folder);
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(' 1 changed, 0 gone, 0 new') });
    expect(stdout).toMatch(
      /^changed: document 1, .*: sethdseed, newkeypool\n.*newkeypool:bool=false.*\n {2}rows {4}arguments: sethdseed newkeypool, .*\n {2}methods sethdseed\n {2}rules {3}sethdseed\//m,
    );
  });
});
