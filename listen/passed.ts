/** Which end of a connection bytes come from. */
export type End = 'client' | 'node';

/** What happened on one connection of a client. Times are milliseconds since 1970, with fractions. */
export type Passed =
  | { readonly type: 'opened'; readonly connection: number; /** Address and port of the client. */ readonly client: string }
  | { readonly type: 'bytes'; readonly connection: number; readonly from: End; readonly bytes: Uint8Array; readonly atMs: number }
  /** So many bytes passed that were not copied, because too much was waiting to be checked. */
  | { readonly type: 'uncopied'; readonly connection: number; readonly from: End; readonly count: number }
  /** The node could not be reached, or broke the connection: the code of the error. */
  | { readonly type: 'broken'; readonly connection: number; readonly code: string }
  | { readonly type: 'closed'; readonly connection: number; readonly atMs: number };
