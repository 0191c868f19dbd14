import type { KnownTransactions } from './known-transactions.ts';
import { PeerMessages, type PassedMessage } from './peer-messages.ts';
import { noTraffic, type Traffic, type TrafficKind } from './types.ts';

const BLOCK_COMMANDS: ReadonlySet<string> = new Set([
  'block',
  'blocktxn',
  'cmpctblock',
  'getblocks',
  'getblocktxn',
  'getheaders',
  'headers',
  'merkleblock',
]);
/** Types of inventory for transactions, by txid or (BIP 339) by wtxid; all others are of blocks. */
const TRANSACTION_TYPES: ReadonlySet<number> = new Set([1, 5]);
/** A type without its flags: with witness (BIP 144), and with the extension block of Litecoin. */
const TYPE_BITS = 0x1fff_ffff;
const SHORT_COUNT = 0xfd;
const COUNT_BYTES: { readonly [first: number]: number } = { 0xfd: 3, 0xfe: 5, 0xff: 9 };

/** Counts what passes in one direction of a link, over all its connections. */
export class TrafficCounter {
  traffic: Traffic = noTraffic();
  readonly #known: KnownTransactions;
  readonly #from: number;
  readonly #to: number;

  /** @param from number of the node that sends @param to of the one that receives */
  constructor(known: KnownTransactions, from: number, to: number) {
    this.#known = known;
    this.#from = from;
    this.#to = to;
  }

  /** For the bytes of a new connection. */
  connection(): PeerMessages {
    return new PeerMessages({
      message: (message) => this.#count(this.#kindOf(message), message.bytes),
      garbage: (bytes) => {
        this.traffic.other.bytes += bytes;
      },
    });
  }

  #count(kind: TrafficKind, bytes: number): void {
    const count = this.traffic[kind];
    count.messages++;
    count.bytes += bytes;
  }

  #kindOf({ command, checksum, start }: PassedMessage): TrafficKind {
    if (command === 'tx') {
      const key = checksum + start.toString('latin1');
      this.#known.add(key, this.#from);
      return this.#known.add(key, this.#to) ? 'duplicate' : 'transaction';
    }
    if (command === 'inv' || command === 'getdata') {
      if (!isOfTransactions(start)) return 'block';
      return command === 'inv' ? 'announcement' : 'request';
    }
    return BLOCK_COMMANDS.has(command) ? 'block' : 'other';
  }
}

/** By the first item of an inventory. */
function isOfTransactions(start: Buffer): boolean {
  const [first = 0] = start;
  const at = first < SHORT_COUNT ? 1 : COUNT_BYTES[first]!;
  return start.length >= at + 4 && TRANSACTION_TYPES.has(start.readUInt32LE(at) & TYPE_BITS);
}
