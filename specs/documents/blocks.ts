import type { Nodes, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** A piece of the text of a document without its markup: a code span, or all that is between two of them. */
export interface Run {
  /** With its line breaks. */
  readonly text: string;
  /** Whether it is a code span, which is taken as it stands. */
  readonly isCode: boolean;
  /** Of the file, on which it begins. From 1. */
  readonly line: number;
}

/** A paragraph, an item of a list, or a row of a table without its heading row. */
export interface Block {
  /** The heading above it, of any level; no runs before the first heading. */
  readonly section: readonly Run[];
  /** Of a row its cells; otherwise the whole text as one. */
  readonly cells: readonly (readonly Run[])[];
}

/** The blocks of a document in Markdown (GitHub's tables included), in order. */
export function blocksOf(markdown: string): Block[] {
  const tree = fromMarkdown(withoutFrontMatter(markdown), {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const blocks: Block[] = [];
  let section: readonly Run[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === 'heading') section = runsOf(node);
    else if (node.type === 'table') for (const row of bodyOf(node)) blocks.push({ section, cells: row.children.map(runsOf) });
    else if (node.type === 'paragraph' || node.type === 'code' || node.type === 'html') blocks.push({ section, cells: [runsOf(node)] });
    else if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  return blocks;
}

/** The first lines that some generators of sites read as YAML. The lines below keep their numbers. */
const withoutFrontMatter = (markdown: string): string =>
  markdown.replace(/^---\r?\n[^]*?\n---(?=\r?\n|$)/, (lines) => lines.replaceAll(/[^\n]/g, ''));

const bodyOf = ({ children }: Table): Table['children'] => children.slice(1);

/** The runs of a node. Text that only markup divides is one. */
function runsOf(node: Nodes): Run[] {
  const runs: Run[] = [];
  for (const run of piecesOf(node)) {
    const before = runs.at(-1);
    if (before && !before.isCode && !run.isCode) runs[runs.length - 1] = { ...before, text: before.text + run.text };
    else runs.push(run);
  }
  return runs;
}

function piecesOf(node: Nodes): Run[] {
  const line = node.position?.start.line ?? 1;
  if (node.type === 'inlineCode' || node.type === 'code') return [{ text: node.value, isCode: true, line }];
  if (node.type === 'break') return [{ text: '\n', isCode: false, line }];
  if (node.type === 'image') return [{ text: node.alt ?? '', isCode: false, line }];
  if ('children' in node) return node.children.flatMap(piecesOf);
  return 'value' in node ? [{ text: node.value, isCode: false, line }] : [];
}
