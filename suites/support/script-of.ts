import type { Trial } from '../../engine/trial.ts';
import { scriptOfAddress } from '../../oracles/addresses.ts';
import { toHex } from '../../oracles/bytes.ts';
import { decoded } from './decoded.ts';

/** The output script of an address in hex, from the address alone. */
export async function scriptOf(t: Trial, address: string): Promise<string> {
  const chain = await t.world.use('chainParameters');
  return toHex(decoded(t, `the address ${address}`, () => scriptOfAddress(address, chain)));
}
