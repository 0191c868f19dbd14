import { ProofError } from './proof-error.ts';
import { keccak256 } from './trie-proof.ts';

/** Arguments of the call that burns tokens on the external chain. */
export interface BurnCall {
  /** In the smallest unit of the asset. */
  readonly amount: bigint;
  /** 0: the coin itself. */
  readonly assetGuid: number;
  /** Receiver on the node's chain. */
  readonly address: string;
}

/** The call in the form of an ABI: amount, asset, address. */
const SIGNATURE = 'burn(uint256,uint32,string)';
const SELECTOR = keccak256(Buffer.from(SIGNATURE)).subarray(0, 4);
/** Bytes of a word. */
const WORD = 32;
/** Words before the address: amount, guid, the offset of the address, and its length. */
const WORDS = 4;
/** The address begins after three words: amount, guid, and the offset of the address. */
const ADDRESS_OFFSET = BigInt(3 * WORD);
/** No address has more characters (BIP 173), and none has a space. */
const ADDRESS = /^[\x21-\x7e]{1,90}$/;
/** Amounts are 64-bit integers (document 3, Platform tokens), with a sign. */
const AMOUNT_BITS = 63;
const GUID_BITS = 32;

/**
 * Reads the data of a call, in its only canonical encoding.
 * Throws ProofError: `burn-method` for another method, `burn-call-data` for arguments that cannot be read.
 */
export function readBurnCall(data: Buffer): BurnCall {
  if (!data.subarray(0, 4).equals(SELECTOR))
    throw new ProofError(
      'burn-method',
      `the external transaction does not call ${SIGNATURE}, whose selector is ${SELECTOR.toString('hex')}`,
    );
  const args = data.subarray(4);
  const amount = BigInt.asUintN(AMOUNT_BITS, wordAt(args, 0));
  const guid = BigInt.asUintN(GUID_BITS, wordAt(args, 1));
  const addressAt = WORDS * WORD;
  const address = args.subarray(addressAt, addressAt + Number(wordAt(args, WORDS - 1)));
  const encoded = [
    ...[amount, guid, ADDRESS_OFFSET, BigInt(address.length)].map(wordOf),
    address,
    Buffer.alloc(-address.length & (WORD - 1)), // fills the last word
  ];
  if (!Buffer.concat(encoded).equals(args))
    throw badData(`it is not the encoding of an amount below 2^${AMOUNT_BITS}, an asset of ${GUID_BITS} bits and an address`);
  const text = address.toString('latin1');
  if (amount === 0n || !ADDRESS.test(text)) throw badData('the amount is 0, or the address is none');
  return { amount, assetGuid: Number(guid), address: text };
}

/** Words after the end are 0. */
const wordAt = (args: Buffer, index: number): bigint => BigInt(`0x0${args.subarray(index * WORD, (index + 1) * WORD).toString('hex')}`);
const wordOf = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(2 * WORD, '0'), 'hex');

const badData = (fault: string): ProofError => new ProofError('burn-call-data', `the data of the burn cannot be read: ${fault}`);
