/** A seed for a command that was given none. */
export const newSeed = (): number => Math.floor(Math.random() * 2 ** 31);
