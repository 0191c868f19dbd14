/** A place to which the figures are brought again and again. */
export interface Outlet {
  /** For messages, without credentials. */
  readonly name: string;
  readonly kind: 'file' | 'otlp';
  /** Brings the present figures there. Rejects if that was not possible. */
  deliver(): Promise<void>;
  /** Gives back what it took. */
  close(): Promise<void>;
}
