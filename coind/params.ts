import type { Block } from './primitives/types.ts';

/** A rule change that miners signal for, BIP 9. */
export interface Deployment {
  readonly name: string;
  readonly bit: number;
  /** Epoch seconds, by the median time of a block's parent; 'always': the rules hold from block 1 on. */
  readonly startTime: number | 'always';
  readonly timeout: number;
}

/** What sets one chain apart from others. Proof of work is SHA256 twice. */
export interface ChainParams {
  readonly name: 'regtest';
  readonly genesis: Block;
  /** First bytes of base58 texts. */
  readonly pubKeyHashPrefix: number;
  readonly scriptHashPrefix: number;
  /** Of P2SH in the old address format; understood everywhere. */
  readonly oldScriptHashPrefix: number;
  readonly wifPrefix: number;
  /** First four bytes of extended keys, BIP 32. */
  readonly extendedKeyVersions: { readonly private: number; readonly public: number };
  /** Human-readable part of bech32 addresses. */
  readonly hrp: string;
  /** Starts every message between peers. */
  readonly magic: Buffer;
  readonly defaultPort: number;
  readonly defaultRpcPort: number;
  readonly initialSubsidySat: bigint;
  /** Blocks. */
  readonly halvingInterval: number;
  readonly coinbaseMaturity: number;
  /** Heights from which these hold: the height in the coinbase, CLTV, strict DER. */
  readonly bip34Height: number;
  readonly bip65Height: number;
  readonly bip66Height: number;
  readonly deployments: readonly Deployment[];
  /** Blocks of a period of signalling, and how many of them must signal. */
  readonly signallingPeriod: number;
  readonly signallingThreshold: number;
  /** Every block has this target: there is no retargeting. */
  readonly powLimitBits: number;
  readonly targetSpacingSeconds: number;
  /** Goes before what is signed with `signmessage`. */
  readonly messagePrefix: string;
}
