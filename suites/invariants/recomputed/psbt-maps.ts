import { ByteReader, joined, withLength } from '../../../oracles/bytes.ts';

/** An entry of a map of a PSBT. */
export interface PsbtEntry {
  /** The type and the key data. */
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

const MAGIC_BYTES = 5;

/** The entries of each map of a PSBT: the global map, then those of the inputs, then those of the outputs. */
export function psbtMaps(bytes: Uint8Array): PsbtEntry[][] {
  const reader = new ByteReader(bytes);
  reader.take(MAGIC_BYTES);
  const maps: PsbtEntry[][] = [];
  while (reader.left > 0) {
    const map: PsbtEntry[] = [];
    for (let key = reader.withLength(); key.length > 0; key = reader.withLength()) map.push({ key, value: reader.withLength() });
    maps.push(map);
  }
  return maps;
}

/** The bytes of a PSBT with these maps, which need not be valid. */
export function psbtBytes(magic: Uint8Array, maps: readonly (readonly PsbtEntry[])[]): Uint8Array {
  const entries = maps.flatMap((map) => [...map.flatMap(({ key, value }) => [withLength(key), withLength(value)]), Uint8Array.of(0)]);
  return joined(magic, ...entries);
}

export const magicOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, MAGIC_BYTES);
