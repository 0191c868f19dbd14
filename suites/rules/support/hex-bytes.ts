import type { Trial } from '../../../engine/trial.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import { understood } from '../support/understood.ts';

/** The bytes of a field that holds hex. Anything else is a finding and ends the case. */
export function hexBytes(t: Trial, field: string, text: string | undefined): Uint8Array {
  return understood(t, field, () => fromHex(text));
}
