import type { CallOptions, Client, Reply } from '../../client/types.ts';
import { ArgumentError, convertCall } from './convert-arguments.ts';

/** The output of `-generate`: a new address of the wallet and the blocks mined to it, or the first reply that is not a result. */
export async function generate(client: Client, words: readonly string[], options: CallOptions): Promise<Reply> {
  const [blocks = '1', ...more] = words;
  if (more.length > 1 || ![blocks, ...more].every((word) => /^\d+$/.test(word))) {
    throw new ArgumentError('-generate takes two optional whole numbers: the number of blocks, and the maximum number of nonces to try');
  }
  const address = await client.call('getnewaddress', [], options);
  if (address.type !== 'result') return address;
  const { method, params } = convertCall('generatetoaddress', [blocks, String(address.result), ...more], false);
  const mined = await client.call(method, params, options);
  return mined.type === 'result' ? { ...mined, result: { address: address.result, blocks: mined.result } } : mined;
}
