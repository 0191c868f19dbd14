/** The first bytes of every PSBT: `psbt` and 0xff. BIP 174. */
export const MAGIC = Buffer.from('70736274ff', 'hex');

/** Types of keys in the maps of a PSBT, BIP 174. */
export const GLOBAL = { unsignedTransaction: 0x00 } as const;

export const INPUT = {
  nonWitnessUtxo: 0x00,
  witnessUtxo: 0x01,
  partialSignature: 0x02,
  sighashType: 0x03,
  redeemScript: 0x04,
  witnessScript: 0x05,
  derivation: 0x06,
  finalScriptSig: 0x07,
  finalWitness: 0x08,
} as const;

export const OUTPUT = { redeemScript: 0x00, witnessScript: 0x01, derivation: 0x02 } as const;
