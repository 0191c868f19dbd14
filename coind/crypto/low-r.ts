/** Signs until R needs no padding byte, on average twice. The first attempt is without extra entropy. */
export function grindLowR(attempt: (entropy: Uint8Array | undefined) => Uint8Array): Uint8Array {
  let compact = attempt(undefined);
  for (let counter = 1; (compact[0]! & 0x80) !== 0; counter++) {
    const entropy = Buffer.alloc(32);
    entropy.writeUInt32LE(counter);
    compact = attempt(entropy);
  }
  return compact;
}
