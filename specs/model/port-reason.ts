const REASONS: { readonly [code: string]: string } = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not listen there',
};

/** Why Pyx cannot listen at a port, by the code of the error of the system. `otherwise`: for a code without a text. */
export const portReason = (code = 'no code', otherwise = code): string => REASONS[code] ?? otherwise;
