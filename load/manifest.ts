/** A file that an engine elsewhere reads: a cluster, or Docker Compose. */
export interface Manifest {
  /** Its path in the folder of the manifests, with `/`. */
  readonly file: string;
  readonly content: string;
}

/** Name of the Secret that holds `PYX_RPC_USER` and `PYX_RPC_PASSWORD`. */
export const SECRET_NAME = 'pyx-rpc';
