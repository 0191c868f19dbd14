import type { ChainParams } from '../params.ts';
import type { Curve } from '../crypto/curve.ts';
import { HARDENED, HDKey, parsePath } from '../crypto/hd.ts';
import { DescriptorError } from './descriptor-error.ts';

/** The public keys that a key of a descriptor stands for. */
export interface KeyExpression {
  /** Whether there is a key for each index, rather than one for all. */
  readonly isRange: boolean;
  /** Throws `DescriptorError` where the private key is needed and not there. */
  publicKey(index: number): Buffer;
}

/** The mark of a range at the end of an extended key: hardened children or not. */
const rangeMark = /\/\*(['h]?)$/;

/**
 * Reads a key: hex, or an extended key with steps of a path and the mark of a range behind it (BIP 380; document 2,
 * Blockchain and memory pool). Throws `DescriptorError`.
 */
export function parseKey(text: string, params: ChainParams, curve: Curve): KeyExpression {
  if (/^[0-9a-f]+$/i.test(text)) {
    const publicKey = Buffer.from(text, 'hex');
    const isPlain =
      (publicKey.length === 33 && (publicKey[0] === 2 || publicKey[0] === 3)) || (publicKey.length === 65 && publicKey[0] === 4);
    if (text.length !== 2 * publicKey.length || !isPlain || !curve.isPublicKey(publicKey))
      throw new DescriptorError(`Pubkey '${text}' is invalid`);
    return { isRange: false, publicKey: () => publicKey };
  }
  const mark = rangeMark.exec(text);
  const [extendedKey = '', ...steps] = text.replace(rangeMark, '').split('/');
  const root = HDKey.fromExtendedKey(extendedKey, params, curve);
  if (root === undefined) throw new DescriptorError(`key '${extendedKey}' is not valid`);
  const path = steps.length === 0 ? [] : parsePath(steps.join('/'));
  if (path === undefined || steps[0] === 'm') throw new DescriptorError(`Key path '${steps.join('/')}' is not valid`);
  let parent: HDKey | undefined; // worked out once, and not before it is asked for
  const derive = (down: (key: HDKey) => HDKey): Buffer => {
    try {
      parent ??= root.derive(path);
      return down(parent).publicKey;
    } catch (error) {
      if (error instanceof RangeError) throw new DescriptorError(`Cannot derive script without private keys: ${error.message}`);
      throw error;
    }
  };
  if (mark === null) return { isRange: false, publicKey: () => derive((key) => key) };
  const first = mark[1] === '' ? 0 : HARDENED;
  return { isRange: true, publicKey: (index) => derive((key) => key.deriveChild(first + index)) };
}
