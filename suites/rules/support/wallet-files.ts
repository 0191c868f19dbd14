import { constants } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Trial } from '../../../engine/trial.ts';

/** How far below the node's directory the directory of its wallets may be: `<chain>/wallets`. */
const DEEPEST = 3;

/** Where a node that lies below the same directory as its scratch files keeps the wallet of this name. */
async function directoryOfWallets(t: Trial, wallet: string): Promise<string | undefined> {
  if (!t.target.capabilities.sharedFiles || t.node.scratchDir === undefined) return undefined;
  let level = [dirname(t.node.scratchDir)];
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
 * Loads a wallet file: by its path, or, as the documents do not say which of both a file name is, by its bare name from
 * the directory of wallets. Gives the name of the wallet. Records a finding and ends the case where neither is taken.
 * `original` names the wallet that it is a copy of, by which that directory is found.
 */
export async function loadFile(t: Trial, file: string, original: string): Promise<string> {
  const byPath = await t.answer('loadwallet', { filename: file });
  if (byPath.ok) return byPath.result.name;
  const wallets = await directoryOfWallets(t, original);
  if (wallets === undefined)
    t.inapplicable(`the node loads no file by its path (${byPath.error.code}), and the directory of its wallets is not known`);
  const filename = basename(file);
  await copyFile(file, join(wallets, filename), constants.COPYFILE_EXCL);
  return (await t.result('loadwallet', { filename })).name;
}
