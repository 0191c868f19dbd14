import type { PreparedFile } from '../transactions/types.ts';
import { preparedOutpoint } from '../transactions/sign.ts';
import { TpsError } from './errors.ts';
import { senders, type TpsNode } from './network/types.ts';

/**
 * Throws `TpsError` where the transactions of a file were sent to a sender before: the coin of the first one, with which
 * every test begins, is spent there by a block or by the memory pool. Otherwise each would be refused, one by one. The
 * nodes must have the blocks of the file.
 *
 * @param file as the error names it
 */
export async function mustBeUnspent(file: string, prepared: PreparedFile, nodes: readonly TpsNode[]): Promise<void> {
  const first = await firstOutpoint(prepared);
  if (first === undefined) return;
  const { txid, vout } = first;
  await Promise.all(
    senders(nodes).map(async ({ name, call }) => {
      if ((await call('gettxout', [txid, vout, true])) !== null) return;
      throw new TpsError(
        `the transactions of ${file} cannot be sent to ${name} again: the coin of the first one, output ${vout} of ${txid}, is already spent there`,
        { remedy: `name a new file with --prepared${prepared.header.blocks > 0 ? ', or use fresh nodes' : ''}` },
      );
    }),
  );
}

/** Undefined where the first is no transaction: the round reports it with the others that are refused. */
async function firstOutpoint(prepared: PreparedFile): Promise<ReturnType<typeof preparedOutpoint> | undefined> {
  for await (const hex of prepared.transactions()) {
    try {
      return preparedOutpoint(hex);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
  return undefined;
}
