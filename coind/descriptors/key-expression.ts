import type { ChainParams } from '../params.ts';
import type { Curve } from '../crypto/curve.ts';
import { HARDENED, HDKey, parsePath } from '../crypto/hd.ts';
import { DescriptorError } from './descriptor-error.ts';

/** A parsed key expression of a descriptor. */
export interface KeyExpression {
  /** Whether each index has a different key. */
  readonly isRange: boolean;
  /** The public key of an index. Throws `DescriptorError` if a required private key is missing. */
  publicKey(index: number): Buffer;
}

/** The range marker at the end of an extended key: unhardened or hardened children. */
const rangeMark = /\/\*(['h]?)$/;

/**
 * Parses a key expression: hex, or an extended key with derivation steps and a range marker (BIP 380; document 2,
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
  let parent: HDKey | undefined; // computed when first needed
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
