/** A relation in one sentence, with its evidence: what a case tries, and what is also held against the calls of clients. */
export interface Statement {
  /** `<topic>/<slug>`: the rule that findings name. */
  readonly id: string;
  readonly text: string;
  readonly evidence: 'document' | 'standard';
  readonly source: string;
}

const HEADER = 'the block header of the family: 80 bytes, hashed twice with SHA-256';
const CHAIN = 'document 2, Blockchain and memory pool';
const RAW = 'document 2, Raw transactions, scripts and PSBTs';

/** The statements that both invariants and `pyx listen` judge. */
export const statements = {
  blockHash: {
    id: 'recomputed-blocks/hash',
    text: 'The hash of a block is the double SHA-256 of its 80 header bytes.',
    evidence: 'standard',
    source: HEADER,
  },
  headerFields: {
    id: 'recomputed-blocks/header-fields',
    text: 'Each field of the verbose header equals that of the header bytes.',
    evidence: 'standard',
    source: HEADER,
  },
  merkleRoot: {
    id: 'recomputed-blocks/merkle-root',
    text: 'merkleroot is the Merkle root of the listed txids and of the transactions in the block bytes.',
    evidence: 'standard',
    source: 'the Merkle tree of the family: double SHA-256, an odd hash paired with itself',
  },
  blockWeight: {
    id: 'recomputed-blocks/weight',
    text: 'size is the number of bytes of a block, strippedsize the number without witnesses, and weight 3 × strippedsize + size.',
    evidence: 'standard',
    source: 'BIP 141',
  },
  chainWork: {
    id: 'recomputed-blocks/chain-work',
    text: 'chainwork grows with each block by the average number of hashes for its target.',
    evidence: 'standard',
    source: 'arithmetic: 2^256 / (target + 1)',
  },
  witnessCommitment: {
    id: 'recomputed-blocks/witness-commitment',
    text: 'The coinbase of a block with witnesses commits to the Merkle root of the wtxids.',
    evidence: 'standard',
    source: 'BIP 141',
  },
  proofOfSeveral: {
    id: 'recomputed-blocks/proof-of-several',
    text: 'The proof of all transactions of a block commits to each of them, in their order.',
    evidence: 'standard',
    source: 'BIP 37',
  },
  proofVerified: {
    id: 'recomputed-blocks/proof-verified',
    text: 'verifytxoutproof returns the transactions that a proof commits to, and none for a manipulated proof.',
    evidence: 'document',
    source: CHAIN,
  },
  transactionIds: {
    id: 'recomputed-transactions/ids',
    text: 'txid is the double SHA-256 of a transaction without its witness, and hash is that of all its bytes.',
    evidence: 'standard',
    source: 'BIP 141',
  },
  verboseFields: {
    id: 'recomputed-transactions/verbose-fields',
    text: 'Each field of a verbose transaction equals that of its bytes.',
    evidence: 'standard',
    source: 'BIP 144',
  },
  transactionWeight: {
    id: 'recomputed-transactions/weight',
    text: 'size is the number of bytes, weight is 3 × size without witness + size, and vsize is weight / 4, rounded up.',
    evidence: 'standard',
    source: 'BIP 141',
  },
  decodedSums: {
    id: 'recomputed-transactions/decoded-sums',
    text: 'decoderawtransaction of an unknown transaction returns the ids and sizes of its bytes.',
    evidence: 'standard',
    source: 'BIP 141',
  },
  decodedInputs: {
    id: 'recomputed-transactions/decoded-inputs',
    text: 'decoderawtransaction returns the version, lock time, outpoints, sequences, scripts and witnesses of the bytes.',
    evidence: 'standard',
    source: 'BIP 144',
  },
  decodedOutputs: {
    id: 'recomputed-transactions/decoded-outputs',
    text: 'decoderawtransaction returns the exact amounts, the indexes and the scripts of the outputs in the bytes.',
    evidence: 'standard',
    source: 'BIP 144',
  },
  asm: {
    id: 'recomputed-transactions/asm',
    text: 'asm of a script lists the opcodes and pushes of its bytes.',
    evidence: 'standard',
    source: 'arithmetic',
  },
  withinBlock: {
    id: 'recomputed-transactions/within-block',
    text: 'Each field of the transactions in getblock with verbosity 2 equals that of the block bytes.',
    evidence: 'standard',
    source: 'BIP 144',
  },
  sentTxid: {
    id: 'recomputed-transactions/sent',
    text: 'testmempoolaccept and sendrawtransaction return the txid of the transaction bytes.',
    evidence: 'standard',
    source: 'BIP 141',
  },
  walletCopy: {
    id: 'recomputed-transactions/wallet-copy',
    text: 'hex in gettransaction hashes to the txid, and its outputs pay the amounts in details.',
    evidence: 'standard',
    source: 'BIP 141',
  },
  walletFee: {
    id: 'wallet-details/fee',
    text: 'fee is the outputs less the inputs of a transaction, and equal in gettransaction, details and listtransactions.',
    evidence: 'standard',
    source: 'arithmetic',
  },
  unspentOutput: {
    id: 'recomputed-transactions/unspent',
    text: 'listunspent and gettxout return the amount and the script of the output in the transaction bytes.',
    evidence: 'standard',
    source: 'BIP 144',
  },
  scriptTypes: {
    id: 'recomputed-addresses/script-types',
    text: 'The type of an output in decoderawtransaction is that of its script, by the names of the documents.',
    evidence: 'document',
    source: 'document 1, Address info: the names of script types',
  },
  createdAsGiven: {
    id: 'raw-creating/as-given',
    text: 'The transaction from createrawtransaction decodes to the given arguments.',
    evidence: 'document',
    source: RAW,
  },
  sameTransaction: {
    id: 'raw-creating/psbt',
    text: 'createpsbt, createrawtransaction and converttopsbt make the same transaction from the same arguments.',
    evidence: 'document',
    source: RAW,
  },
  decodedPsbt: {
    id: 'recomputed-psbt/decoded-described',
    text: 'A PSBT with every kind of entry (scripts, key origins, finalized inputs, unknown entries) decodes to the contents of its bytes.',
    evidence: 'standard',
    source: 'BIP 174',
  },
  processedPsbt: {
    id: 'recomputed-psbt/same-transaction',
    text: 'walletprocesspsbt does not change the transaction in a PSBT.',
    evidence: 'standard',
    source: 'BIP 174',
  },
  finalizedPsbt: {
    id: 'recomputed-psbt/finalized',
    text: 'The final transaction of a wallet PSBT is the transaction in the PSBT with valid signatures.',
    evidence: 'standard',
    source: 'BIP 174',
  },
  tipHeight: {
    id: 'chain-tip/height',
    text: 'getblockcount, getblockchaininfo, the active tip and the best block agree on the height of the chain.',
    evidence: 'document',
    source: CHAIN,
  },
  tipFigures: {
    id: 'chain-tip/figures',
    text: 'Difficulty, mediantime and chainwork of the chain are those of its best block.',
    evidence: 'document',
    source: CHAIN,
  },
  tipEnd: {
    id: 'chain-tip/end',
    text: 'The best block has one confirmation and no next block, and the node has at least as many headers as blocks.',
    evidence: 'document',
    source: CHAIN,
  },
  tips: {
    id: 'chain-tip/tips',
    text: 'The height of every tip is that of its header, and only the active tip has branchlen 0.',
    evidence: 'document',
    source: CHAIN,
  },
  heights: {
    id: 'chain-links/heights',
    text: 'The block that getblockhash returns for a height has that height and the matching number of confirmations.',
    evidence: 'document',
    source: CHAIN,
  },
  links: {
    id: 'chain-links/blocks',
    text: 'previousblockhash and nextblockhash of a block are the hashes that getblockhash returns for the neighbouring heights.',
    evidence: 'document',
    source: CHAIN,
  },
  headerOfBlock: {
    id: 'chain-links/header-of-block',
    text: 'The fields that a block and its header share are equal.',
    evidence: 'document',
    source: CHAIN,
  },
  transactionCount: {
    id: 'chain-links/transaction-count',
    text: 'The number of transactions of a block is the same in getblock, getblockheader and getblockstats.',
    evidence: 'standard',
    source: 'arithmetic',
  },
  blockStats: {
    id: 'chain-stats/block',
    text: 'getblockstats returns the same by height and by hash, with the hash, height and times of the block.',
    evidence: 'document',
    source: 'document 2, Other results',
  },
  poolList: {
    id: 'mempool-entries/list',
    text: 'getrawmempool lists the same transactions with and without verbose, each once, and getmempoolinfo counts them.',
    evidence: 'document',
    source: 'document 2, Memory pool entry',
  },
  balance: {
    id: 'wallet-balances/sum-of-unspent',
    text: 'getbalance is the sum of the spendable unspent outputs with at least minconf confirmations.',
    evidence: 'standard',
    source: 'arithmetic',
  },
  confirmations: {
    id: 'chain-confirmations/blocks',
    text: 'Confirmations of a block in getblock and getblockheader count the blocks from it to the best block, both included.',
    evidence: 'standard',
    source: 'arithmetic: height of the chain, less that of the block, plus one',
  },
} as const satisfies { readonly [name: string]: Statement };
