import type { Curve } from '../crypto/curve.ts';
import type { ChainParams } from '../params.ts';
import { hash160 } from '../primitives/hash.ts';
import { scriptOf } from '../script/addresses.ts';
import { MAX_ELEMENT_SIZE } from '../script/script.ts';
import { multisig, p2pk, p2pkh, p2sh, p2wpkh } from '../script/standard.ts';
import { descriptorChecksum } from './checksum.ts';
import { DescriptorError } from './descriptor-error.ts';
import { parseKey, type KeyExpression } from './key-expression.ts';

/** A parsed descriptor. */
export interface Descriptor {
  /** Whether each index has different scripts. */
  readonly isRange: boolean;
  /** The output scripts of an index. Throws `DescriptorError` if a required private key is missing. */
  scripts(index: number): Buffer[];
}

const COMPRESSED_KEY = 33;
const MAX_P2SH_KEYS = 16;
const CHECKSUM = /^(.*)#([^#]*)$/s;

/**
 * Reads a descriptor of one of the forms addr, raw, combo, pkh and sh(multi), with or without its checksum (document 2,
 * Blockchain and memory pool; BIP 380, 381, 383, 384, 385). Throws `DescriptorError`.
 */
export function parseDescriptor(text: string, params: ChainParams, curve: Curve): Descriptor {
  const checked = CHECKSUM.exec(text);
  const body = checked?.[1] ?? text;
  if (checked && descriptorChecksum(body) !== checked[2])
    throw new DescriptorError(`Provided checksum '${checked[2]}' does not match '${body}'`);
  const call = /^([a-z]+)\((.*)\)$/.exec(body);
  const [, name, argument = ''] = call ?? [];
  switch (name) {
    case 'addr':
      return fixed(scriptOf(argument, params), 'Address is not valid');
    case 'raw':
      return fixed(/^([0-9a-f]{2})+$/i.test(argument) ? Buffer.from(argument, 'hex') : undefined, 'Raw script is not hex');
    case 'pkh': {
      const key = parseKey(argument, params, curve);
      return { isRange: key.isRange, scripts: (index) => [p2pkh(hash160(key.publicKey(index)))] };
    }
    case 'combo': {
      const key = parseKey(argument, params, curve);
      return { isRange: key.isRange, scripts: (index) => allScripts(key.publicKey(index)) };
    }
    case 'sh':
      return multi(argument, params, curve);
    default:
      throw new DescriptorError(`'${body}' is not a valid descriptor function`);
  }
}

function fixed(script: Buffer | undefined, problem: string): Descriptor {
  if (script === undefined) throw new DescriptorError(problem);
  return { isRange: false, scripts: () => [script] };
}

/** All output scripts of one key (BIP 384); without witness outputs for an uncompressed key, which could not be spent. */
function allScripts(publicKey: Buffer): Buffer[] {
  const keyHash = hash160(publicKey);
  const program = p2wpkh(keyHash);
  const plain = [p2pk(publicKey), p2pkh(keyHash)];
  return publicKey.length === COMPRESSED_KEY ? [...plain, program, p2sh(hash160(program))] : plain;
}

function multi(argument: string, params: ChainParams, curve: Curve): Descriptor {
  const match = /^multi\(([0-9]+)((?:,[^,()]+)+)\)$/.exec(argument);
  if (match === null) throw new DescriptorError(`'${argument}' is not a multi that sh can wrap`);
  const required = Number(match[1]);
  const keys: KeyExpression[] = match[2]!
    .slice(1)
    .split(',')
    .map((key) => parseKey(key, params, curve));
  if (keys.length > MAX_P2SH_KEYS) throw new DescriptorError(`Cannot have ${keys.length} keys in multisig; at most ${MAX_P2SH_KEYS}`);
  if (required < 1) throw new DescriptorError(`Multisig threshold cannot be ${required}, must be at least 1`);
  if (required > keys.length) throw new DescriptorError(`Multisig threshold is ${required}, but only ${keys.length} keys are specified`);
  const scripts = (index: number): Buffer[] => {
    const script = multisig(
      required,
      keys.map((key) => key.publicKey(index)),
    );
    if (script.length > MAX_ELEMENT_SIZE) {
      throw new DescriptorError(`P2SH script is too large, ${script.length} bytes is larger than ${MAX_ELEMENT_SIZE} bytes`);
    }
    return [p2sh(hash160(script))];
  };
  return { isRange: keys.some(({ isRange }) => isRange), scripts };
}
