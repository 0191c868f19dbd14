/** What came of the calls that clients made. */
export const fates = ['judged', 'refused', 'undescribed', 'undocumented', 'unchecked'] as const;
export type Fate = (typeof fates)[number];

/** What each says of a call, after `3 calls`. */
export const fateTexts: { readonly [fate in Fate]: string } = {
  judged: 'judged',
  refused: 'refused by the node',
  undescribed: 'with arguments or a result that the documents do not describe',
  undocumented: 'of methods that no document has',
  unchecked: 'not checked',
};

/** Who called, by the name that clients give in `user-agent`. */
export interface HeardClient {
  readonly name: string;
  readonly calls: number;
}

/** What `pyx listen` heard. Each call that was read is counted once in `calls`, and once in `clients`. */
export interface Heard {
  readonly connections: number;
  readonly calls: { readonly [fate in Fate]: number };
  /** Most calls first. */
  readonly clients: readonly HeardClient[];
}

/** Number of calls that were read. */
export function callsHeard({ calls }: Pick<Heard, 'calls'>): number {
  return fates.reduce((sum, fate) => sum + calls[fate], 0);
}
