import type { FileKind } from './meta-schema.ts';

/** A file of a new standard, and its schema. */
interface TemplateFile {
  readonly kind: FileKind;
  readonly content: string;
}

/** The files of a new standard, by path: an example of each kind, to be replaced. */
export const standardTemplate: Readonly<Record<string, TemplateFile>> = {
  'edition.yaml': {
    kind: 'edition',
    content: `# Which edition of which standard this folder holds. pyx spec diff shows it in the changelog.
title: My node's JSON-RPC service
edition: "1.0"
`,
  },
  'sections.yaml': {
    kind: 'sections',
    content: `# The headings of your documents that a source may name, word for word. Documents are numbered from 1.
- document: 1
  sections:
    - "Blocks"
`,
  },
  'methods/chain/getblockhash.yaml': {
    kind: 'method',
    content: `# One method. pyx run --standard makes cases from it: each argument given and left out, invalid values, results.
id: getblockhash
family: chain
summary: The hash of a block of the longest chain, by its height.
source: { document: 1, section: Blocks }
params:
  - { name: height, required: true, schema: { $ref: Height }, description: Height of the block.,
      onInvalid: refuse, onInvalidText: A height above the tip is refused. }
variants:
  - { id: default, effect: [read], result: { $ref: MyBlockHash } }
`,
  },
  'methods/chain/getblockcount.yaml': {
    kind: 'method',
    content: `id: getblockcount
family: chain
summary: The height of the longest chain.
source: { document: 1, section: Blocks }
variants:
  - { id: default, effect: [read], result: { type: integer, minimum: 0, unit: blocks } }
`,
  },
  'shapes/blocks.yaml': {
    kind: 'shapes',
    content: `# Schemas that several methods use, by name. As arguments, values of a shape with the name of one of Pyx (BlockHash, WalletTxid,
# OwnAddress, Height …) are taken from the node. A number or text with another name identifies something that Pyx cannot
# find: cases that need one are inapplicable.
MyBlockHash:
  summary: Hash of a block, as 64 hex digits.
  source: { document: 1, section: Blocks }
  schema: { type: string, pattern: "^[0-9a-f]{64}$" }
Height:
  summary: Height of a block of the longest chain.
  source: { document: 1, section: Blocks }
  schema: { type: integer, minimum: 0 }
`,
  },
};
