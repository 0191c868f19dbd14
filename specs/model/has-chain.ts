import type { Spec } from './types.ts';

/** Whether a service is a node of a chain, with wallets and peers; false for a service of another kind. */
export const hasChain = ({ edition }: Pick<Spec, 'edition'>): boolean => edition.service?.chain !== 'none';
