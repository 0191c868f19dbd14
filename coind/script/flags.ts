/** Script verification flags: bits, combined with `|`. The names are those of the public test vectors. */
export const flag = {
  P2SH: 1 << 0,
  STRICTENC: 1 << 1,
  DERSIG: 1 << 2,
  LOW_S: 1 << 3,
  NULLDUMMY: 1 << 4,
  SIGPUSHONLY: 1 << 5,
  MINIMALDATA: 1 << 6,
  DISCOURAGE_UPGRADABLE_NOPS: 1 << 7,
  CLEANSTACK: 1 << 8,
  CHECKLOCKTIMEVERIFY: 1 << 9,
  CHECKSEQUENCEVERIFY: 1 << 10,
  WITNESS: 1 << 11,
  DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM: 1 << 12,
  MINIMALIF: 1 << 13,
  NULLFAIL: 1 << 14,
  WITNESS_PUBKEYTYPE: 1 << 15,
  CONST_SCRIPTCODE: 1 << 16,
} as const;

/** Consensus flags: a transaction that fails these is invalid in any block. */
export const MANDATORY = flag.P2SH;

/** Policy flags of the mempool. */
export const STANDARD =
  MANDATORY |
  flag.DERSIG |
  flag.STRICTENC |
  flag.MINIMALDATA |
  flag.NULLDUMMY |
  flag.DISCOURAGE_UPGRADABLE_NOPS |
  flag.CLEANSTACK |
  flag.MINIMALIF |
  flag.NULLFAIL |
  flag.CHECKLOCKTIMEVERIFY |
  flag.CHECKSEQUENCEVERIFY |
  flag.LOW_S |
  flag.WITNESS |
  flag.DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM |
  flag.WITNESS_PUBKEYTYPE |
  flag.CONST_SCRIPTCODE;
