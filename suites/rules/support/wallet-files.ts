import { constants } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Trial } from '../../../engine/trial.ts';
import { dataDirectory } from '../../../fixtures/targets/data-directory.ts';

/** Maximum depth of the directory of wallets below the directory of the node: `<chain>/wallets`. */
const DEEPEST = 3;

/** The path of the wallet of this name, for a node whose directory is next to its scratch files. */
async function directoryOfWallets(t: Trial, wallet: string): Promise<string | undefined> {
  const data = dataDirectory(t.target, t.node);
  if (data === undefined) return undefined;
  let level = [data];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    const below: string[] = [];
    for (const directory of level) {
      const entries = await readdir(directory, { withFileTypes: true });
      if (entries.some(({ name }) => name === wallet)) return directory;
      below.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name)));
    }
    level = below;
  }
  return undefined;
}

/**
 * Loads a wallet file by its path, or by its name in the directory of wallets: the documents do not say which of both a
 * file name is. Returns the name of the wallet. Ends the case with a finding if both are refused. `original` is the wallet
 * that it is a copy of; its location shows the directory of wallets.
 */
export async function loadFile(t: Trial, file: string, original: string): Promise<string> {
  const byPath = await t.answer('loadwallet', { filename: file });
  if (byPath.ok) return byPath.result.name;
  const wallets = await directoryOfWallets(t, original);
  if (wallets === undefined)
    t.inapplicable(`the node loads no file by its path (${byPath.error.code}), and Pyx does not know its directory of wallets`);
  const filename = basename(file);
  await copyFile(file, join(wallets, filename), constants.COPYFILE_EXCL);
  return (await t.result('loadwallet', { filename })).name;
}
