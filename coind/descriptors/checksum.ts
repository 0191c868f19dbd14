/**
 * Characters allowed in a descriptor, in the order of their values in the checksum. BIP 380.
 */
const INPUT_CHARSET = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn] as const;
const CHECKSUM_LENGTH = 8;

function step(checksum: bigint, value: number): bigint {
  const top = checksum >> 35n;
  let next = ((checksum & 0x7ffffffffn) << 5n) ^ BigInt(value);
  for (const [bit, generator] of GENERATOR.entries()) if ((top >> BigInt(bit)) & 1n) next ^= generator;
  return next;
}

/** The checksum: eight characters after `#`; undefined if the text has a character that is not allowed. */
export function descriptorChecksum(text: string): string | undefined {
  let checksum = 1n;
  let group = 0;
  let count = 0;
  for (const character of text) {
    const position = INPUT_CHARSET.indexOf(character);
    if (position < 0) return undefined;
    checksum = step(checksum, position & 31);
    group = group * 3 + (position >> 5);
    count += 1;
    if (count === 3) {
      checksum = step(checksum, group);
      group = 0;
      count = 0;
    }
  }
  if (count > 0) checksum = step(checksum, group);
  for (let i = 0; i < CHECKSUM_LENGTH; i++) checksum = step(checksum, 0);
  checksum ^= 1n;
  return Array.from(
    { length: CHECKSUM_LENGTH },
    (_, i) => CHECKSUM_CHARSET[Number((checksum >> BigInt(5 * (CHECKSUM_LENGTH - 1 - i))) & 31n)],
  ).join('');
}
