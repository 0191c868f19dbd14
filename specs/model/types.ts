/** The specification in `specs/`, resolved. Plain data that can be stored as JSON. */

import type { TextFormat } from './text-formats.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * Effect of a call on the node. Several may apply. `secret`: it reveals private keys, or signs with keys of the wallet. `write`: it
 * changes data of a service that is no coin node.
 */
export const effects = ['read', 'write', 'wallet', 'chain', 'network', 'process', 'secret'] as const;
export type Effect = (typeof effects)[number];

/** The documented treatment of invalid values of a parameter. */
export type OnInvalid = 'refuse' | 'empty' | 'per-item' | 'unstated';

/** A section of a document. */
export interface Source {
  /** From 1. Pyx's own standard has three. */
  readonly document: number;
  /** A heading of that document. */
  readonly section: string;
}

/**
 * Conditions for the presence of a field:
 * - `field`: a sibling in the same object (`root: true`: at the root of the result), compared by one comparison
 * - `param`: an argument of the call (its default applies if it was left out), compared in the same way
 * - `option`: the node was started with this option
 * - `state`: a fact about the node or wallet as text, which the result cannot decide
 */
export type Condition =
  | ({ readonly field: string; readonly root?: boolean } & Comparison)
  | ({ readonly param: string } & Comparison)
  | { readonly option: string }
  | { readonly state: string }
  | { readonly not: Condition }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

export interface Comparison {
  readonly equals?: Json;
  readonly in?: readonly Json[];
  readonly above?: number;
  readonly below?: number;
  /** The field is present, or the argument was given. */
  readonly given?: boolean;
}

export type Presence = 'always' | 'optional' | ConditionalPresence;

/**
 * A field that is required under a condition, forbidden otherwise, or both. A requirement does not forbid the field
 * elsewhere; only a statement of the documents does.
 */
export interface ConditionalPresence {
  /** While this holds, the field must be present. */
  readonly when?: Condition;
  /** The statement that forbids the field elsewhere: `only when …`, `absent if …`, `send only`. */
  readonly only?: string;
  /** With `only`: while this does not hold, the field must be absent. Default: `when`. */
  readonly onlyWhen?: Condition;
}

/** JSON Schema 2020-12, with the additional keywords of the meta-schema. */
export interface Schema {
  readonly $ref?: string; // the name of a shape
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly pattern?: string;
  readonly format?: TextFormat;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: { readonly [name: string]: Schema };
  /** Members whose names are data: an object keyed by txid. */
  readonly additionalProperties?: Schema | false;
  /** The schema of the keys of such an object. */
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: boolean;
  // additional keywords
  /** Result fields: presence. Default `always`. */
  readonly presence?: Presence;
  /** Reason for a reading of the documents that is not literal. */
  readonly reading?: string;
  /** Reason why nothing in the documents determines the value beyond its type, or why an argument has no effect. */
  readonly unstated?: string;
  /** Texts: why small and capital letters mean the same. */
  readonly anyCase?: string;
  /** Texts: the columns that it consists of, in their order, separated by white space. Each is a text. */
  readonly columns?: { readonly [name: string]: Schema };
  /** Lists: what gives the items their order. Without it, the documents leave the order open. */
  readonly ordered?: string;
  /** Argument objects: a default that is not a literal (`from the key pool`). */
  readonly defaultText?: string;
  /** Argument objects: treatment of invalid values of this member. */
  readonly onInvalid?: OnInvalid;
  /** Unit of a number: `COIN`, `COIN/kB`, `sat`, `sat/vB`, `s`, `us`, `ms`, `bytes`, `blocks`, `epoch s` … */
  readonly unit?: string;
  // Set by `markIdentifiers` for a run, and never written in a file.
  /** The name of what the value identifies: only its examples are valid values. */
  readonly identifies?: string;
  /** Its examples need not exist on the service. */
  readonly illustrative?: true;
  /** Of a shape: it identifies nothing, so that any value that fits will do. */
  readonly anyFits?: true;
}

export interface Shape {
  /** Also the kind: the world provides valid values by this name. */
  readonly name: string;
  readonly summary: string;
  readonly source: Source;
  /** Values are masked in all output. */
  readonly secret: boolean;
  readonly schema: Schema;
}

export interface Param {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string;
  readonly default?: Json;
  readonly defaultText?: string;
  readonly onInvalid: OnInvalid;
  /** The documents' statement for `onInvalid`, reworded. */
  readonly onInvalidText?: string;
  readonly reading?: string;
}

/** One form of a call, distinguished by its arguments. The first variant whose `when` holds applies. */
export interface Variant {
  /** Unique within the method: `verbosity=1`, `default`. */
  readonly id: string;
  /** Parameter name (or `options.member`) to the value it has, or `{ given: true }`. Absent: every call. */
  readonly when?: { readonly [param: string]: Json };
  readonly effect: readonly Effect[];
  /** No document states the effect: any is assumed. So of an imported document. */
  readonly effectUnstated?: true;
  /** `null` if the documents describe no result, which is then not judged. */
  readonly result: Schema | null;
  readonly summary?: string;
  /** Result fields (as named in coverage) that no answer of this variant can show, with the reason. */
  readonly untestable?: { readonly [field: string]: string };
}

/** One statement about a method. */
export interface Rule {
  /** `getblock/confirmations` */
  readonly id: string;
  readonly text: string;
  /** Row of the table of states with the same statement: a case that judges one judges both. */
  readonly state?: string;
  readonly source: Source;
  /** Why no trial can judge it. */
  readonly untestable?: string;
  readonly reading?: string;
}

/** Values that are valid separately and not together. */
export interface Conflict {
  /** The statement of the documents, reworded. */
  readonly text: string;
  readonly source: Source;
  /** The conditions that together make a conflict. Paths pass through list items: `inputs.sequence`. */
  readonly parts: readonly ConflictPart[];
  readonly reading?: string;
}

export type ConflictPart = { readonly param: string } & Comparison;

/** A file of `beyond/unstated`: what coind does where the documents leave a method open. */
export interface OwnChoices {
  readonly params?: readonly Param[];
  /** The result of each variant that has none. */
  readonly result?: Schema;
  /** Start option without which coind refuses the call. */
  readonly requiresOption?: string;
  readonly questions?: readonly OpenQuestion[];
}

/** What a call does in some state of the node, where the documents do not say it. */
export interface OpenQuestion {
  /** `tpstestadd/while-disabled` */
  readonly id: string;
  readonly text: string;
  /** What coind does. */
  readonly answer: string;
}

export interface Method {
  /** Neutral name; a subcommand: `gobject count`. */
  readonly id: string;
  /** The folder of its file. Pyx's own standard has those of `families`. */
  readonly family: string;
  readonly summary: string;
  readonly source: Source;
  /** Name on the wire (neutral) and the leading arguments of a subcommand. */
  readonly wire: { readonly method: string; readonly prefix: readonly string[] };
  readonly params: readonly Param[];
  /** What coind takes, answers and does where the documents leave it open. Not judged on any node. */
  readonly own?: OwnChoices;
  readonly variants: readonly Variant[];
  readonly rules: readonly Rule[];
  /** Arguments that must not be given together. */
  readonly conflicts?: readonly Conflict[];
  /** What the documents say nothing of: `arguments`, `result`, `errors`, `state`. */
  readonly unstated: readonly string[];
  readonly deprecated?: string;
  /** Start option that the method requires: `-deprecatedrpc=accounts`. */
  readonly requiresOption?: string;
  /** Reason why a call that is executed twice leaves the node as executed once. */
  readonly idempotent?: string;
  /** In `beyond/`: offered or needed, but not in the documents. */
  readonly beyond: boolean;
  /** False: null must not stand for an argument that is left out before a given one, which gets a value instead. */
  readonly nullArguments?: false;
  readonly examples?: readonly Example[];
  /** Errors with which calls are refused. There may be others. */
  readonly errors?: readonly MethodError[];
}

/** A call of a method, with its answer. Without a result and an error it only shows how a call is written. */
export interface Example {
  /** Unique within the method. */
  readonly name: string;
  readonly text?: string;
  /** In order, or by name. */
  readonly params: readonly Json[] | { readonly [name: string]: Json };
  /** Of objects, the members that must have these values. */
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message?: string };
  /** The values need not exist on the service, as those in the examples of an OpenRPC document. */
  readonly illustrative?: true;
}

/** An error that a method answers. */
export interface MethodError {
  readonly code: number;
  readonly message: string;
}

/** One row of a table of states. */
export interface StateRow {
  readonly id: string;
  readonly state: string;
  readonly trigger: string;
  readonly methods: readonly string[];
  readonly condition?: string;
  readonly next: string;
  readonly also?: string;
  readonly source: Source;
  readonly untestable?: string;
}

/** A closed list of status values. */
export interface StatusValues {
  readonly id: string;
  readonly field: string; // `getchaintips[].status`
  readonly values: readonly { readonly value: string; readonly meaning?: string }[];
  readonly source: Source;
}

export interface Limit {
  readonly id: string;
  readonly limit: string;
  readonly value: Json;
  readonly appliesTo: readonly string[];
  readonly source: Source;
  readonly untestable?: string;
}

export interface ErrorRow {
  readonly id: string;
  readonly text: string;
  readonly methods: readonly string[];
  readonly source: Source;
  readonly untestable?: string;
}

/** A statement about the call itself: verb, headers, body, credentials. */
export interface EnvelopeRow {
  readonly id: string;
  readonly text: string;
  readonly source: Source;
  readonly untestable?: string;
}

/** How a service is spoken to, and what it says of itself, where that is not as of a coin node. */
export interface ServiceForm {
  /** Default: `json-rpc-1.0`. */
  readonly protocol?: 'json-rpc-1.0' | 'json-rpc-2.0';
  /** How arguments are sent. Default: by their positions. */
  readonly arguments?: 'by-position' | 'by-name';
  /** `none`: the service of JSON-RPC 2.0 answers no lists of calls, by its documents. */
  readonly batches?: 'none';
  /** `none`: it has no chain, so that there is none to guard, and nothing is made in a wallet or mined. Default: a chain, by `getblockchaininfo`. */
  readonly chain?: 'none';
  /** Method that returns its version, and the path of the version in its result. `none`: it says none. Default: `getnetworkinfo`. */
  readonly version?: 'none' | { readonly method: string; readonly path?: string };
}

/** Which edition of which standard a specification is. */
export interface Edition {
  readonly title: string;
  /** The release that the documents describe: `4.2.2`. */
  readonly edition: string;
  readonly source?: Source;
  readonly service?: ServiceForm;
}

/** One of the documents, with the headings that a source may name. */
export interface DocumentSections {
  readonly document: Source['document'];
  readonly title?: string;
  /** See `Method.nullArguments`. */
  readonly nullArguments?: false;
  readonly sections: readonly string[];
}

/** The whole specification, as `spec build` compiles it. */
export interface Spec {
  readonly edition: Edition;
  readonly documents: readonly DocumentSections[];
  readonly methods: readonly Method[];
  readonly shapes: { readonly [name: string]: Shape };
  readonly states: readonly StateRow[];
  readonly statuses: readonly StatusValues[];
  readonly limits: readonly Limit[];
  readonly errors: readonly ErrorRow[];
  readonly envelope: readonly EnvelopeRow[];
}
