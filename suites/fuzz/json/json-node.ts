/**
 * The text of a JSON value as a tree. A tree of JavaScript values could not hold `1e400`, `-0`, a lone surrogate or two
 * members of one name. Plain data: a corpus keeps it as it is.
 */
export type JsonNode = TextNode | RepeatedNode | LivingNode | ListNode | ObjectNode;

/** A value that is written as it is: `null`, `1e400`, `"\ud800"`. */
export interface TextNode {
  readonly text: string;
}

/** A long or deep value: `before`, `times` heads, `middle`, `times` tails, `after`. */
export interface RepeatedNode {
  readonly times: number;
  readonly before: string;
  readonly head: string;
  readonly middle: string;
  readonly tail: string;
  readonly after: string;
}

/** A value that exists on the node, or a part of one. It differs on each node, so a tree names it and does not hold it. */
export interface LivingNode {
  /** The name of a value of `LivingValues`. */
  readonly living: string;
  /** The way to the part: indexes of items and members. */
  readonly at: readonly number[];
  /** The name of the last member of the way in place of its value. */
  readonly isName?: true;
  /** Changes of a text, made one after another. */
  readonly splices?: readonly Splice[];
}

export interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

export interface ListNode {
  readonly items: readonly JsonNode[];
}

export interface ObjectNode {
  readonly members: readonly Member[];
}

/** Names may occur twice. */
export type Member = readonly [name: NameNode, value: JsonNode];
export type NameNode = TextNode | LivingNode;

export const text = (json: string): TextNode => ({ text: json });

/** A text value. A lone surrogate is written as an escape sequence, since UTF-8 has none. */
export const quoted = (value: string): TextNode => ({ text: JSON.stringify(value) });

export const NULL = text('null');
