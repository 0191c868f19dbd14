/** A fault, or a mutant, with which cases were run: so far they have found it or not. Its operator, or the kind of the mutant. */
export type OnTried = (tried: { readonly id: string; readonly operator: string; readonly isFound: boolean }) => void;
