/** The brands of the service: `{coin}` in the specification, `coin` in reports, the node's word on the wire. */
export interface Names {
  readonly coin: string;
  readonly ext: string;
  readonly extclient: string;
}

export const neutralNames: Names = { coin: 'coin', ext: 'ext', extclient: 'extclient' };

const token = /\{(coin|ext|extclient)\}/g;

/** Replaces the brand tokens of `text`. Text without tokens is returned unchanged. */
export function render(text: string, names: Names): string {
  return text.includes('{') ? text.replace(token, (_, name: keyof Names) => names[name]) : text;
}

export function hasBrand(text: string): boolean {
  return text.includes('{') && text.search(token) >= 0;
}

/**
 * Reads `coin=acme,ext=foo,extclient=bar`; names left out stay neutral.
 * Throws an Error with a message for the user if a name is unknown or not an identifier.
 */
export function parseNames(text: string): Names {
  const names: { -readonly [N in keyof Names]: string } = { ...neutralNames };
  const given = new Set<string>();
  for (const part of text.split(',')) {
    const [name = '', value = '', ...rest] = part.split('=').map((word) => word.trim());
    if (!Object.hasOwn(names, name) || rest.length > 0 || !/^[a-z][a-z0-9]*$/.test(value)) {
      throw new Error(`--names: "${part}" is not of the form coin=acme, ext=foo or extclient=bar`);
    }
    if (given.has(name)) throw new Error(`--names: ${name} is given twice; give each name once`);
    given.add(name);
    names[name as keyof Names] = value;
  }
  return names;
}
