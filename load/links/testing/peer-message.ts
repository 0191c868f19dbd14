const MAGIC = Buffer.from('fabfb5da', 'hex');

/** A message of the peer protocol. Its checksum is made of the payload, but is not that of the protocol. */
export function peerMessage(command: string, payload: Buffer = Buffer.alloc(0), magic = MAGIC): Buffer {
  const header = Buffer.alloc(24);
  magic.copy(header);
  header.write(command, 4, 'latin1');
  header.writeUInt32LE(payload.length, 16);
  header.writeUInt32LE(
    payload.reduce((sum, byte, at) => (sum * 31 + byte + at) >>> 0, 7),
    20,
  );
  return Buffer.concat([header, payload]);
}

/** The payload of `inv` and `getdata`. @param type 1 for transactions, 2 for blocks */
export function inventory(type: number, count: number): Buffer {
  const payload = Buffer.alloc(1 + count * 36, 7);
  payload[0] = count;
  for (let at = 1; at < payload.length; at += 36) payload.writeUInt32LE(type, at);
  return payload;
}
