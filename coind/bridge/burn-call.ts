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
const WORD = 32;
/** The address begins after three words: amount, guid, and the offset of the address. */
const ADDRESS_OFFSET = BigInt(3 * WORD);
/** No address is longer (BIP 173). */
const MAX_ADDRESS = 90;
/** Amounts are 64-bit integers (document 3, Platform tokens). */
const MAX_AMOUNT = 2n ** 63n - 1n;
const MAX_GUID = 2n ** 32n - 1n;

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
  if (args.length < 4 * WORD) throw badData(`it has ${args.length} bytes of arguments, fewer than ${4 * WORD}`);
  const [amount, guid, offset, length] = [0, 1, 2, 3].map((index) => wordAt(args, index)) as [bigint, bigint, bigint, bigint];
  if (amount === 0n || amount > MAX_AMOUNT) throw badData(`its amount ${amount} is not from 1 to ${MAX_AMOUNT}`);
  if (guid > MAX_GUID) throw badData(`its asset ${guid} is not a number of 32 bits`);
  if (offset !== ADDRESS_OFFSET) throw badData(`the address is at offset ${offset}, not ${ADDRESS_OFFSET}`);
  if (length === 0n || length > MAX_ADDRESS) throw badData(`the address has ${length} characters, not 1 to ${MAX_ADDRESS}`);
  const text = args.subarray(4 * WORD);
  const padded = Math.ceil(Number(length) / WORD) * WORD;
  if (text.length !== padded) throw badData(`${text.length} bytes follow the length of the address, not ${padded}`);
  const address = text.subarray(0, Number(length));
  if (text.subarray(Number(length)).some((byte) => byte !== 0)) throw badData('the address is not padded with 0');
  if (address.some((byte) => byte < 0x21 || byte > 0x7e)) throw badData('the address has characters that no address has');
  return { amount, assetGuid: Number(guid), address: address.toString('latin1') };
}

const wordAt = (args: Buffer, index: number): bigint => BigInt(`0x${args.subarray(index * WORD, (index + 1) * WORD).toString('hex')}`);

const badData = (fault: string): ProofError => new ProofError('burn-call-data', `the data of the burn cannot be read: ${fault}`);
