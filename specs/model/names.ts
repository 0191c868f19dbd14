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
  return namesFrom(
    text.split(',').map((part) => {
      const [name = '', value = '', ...rest] = part.split('=').map((word) => word.trim());
      return { name, value: rest.length > 0 ? '' : value, text: part };
    }),
  );
}

/** As `parseNames`, from an object: `{ coin: 'acme' }`. */
export function completeNames(names: { readonly [name: string]: string }): Names {
  return namesFrom(Object.entries(names).map(([name, value]) => ({ name, value, text: `${name}=${value}` })));
}

/** The value of `--names` that gives these names; empty for the neutral ones, which are the default. */
export function namesText(names: Names | undefined): string {
  return Object.entries(names ?? {})
    .filter(([name, word]) => word !== neutralNames[name as keyof Names])
    .map((pair) => pair.join('='))
    .join(',');
}

function namesFrom(given: readonly { readonly name: string; readonly value: string; readonly text: string }[]): Names {
  const names: { -readonly [N in keyof Names]: string } = { ...neutralNames };
  const seen = new Set<string>();
  for (const { name, value, text } of given) {
    if (!Object.hasOwn(names, name) || !/^[a-z][a-z0-9]*$/.test(value))
      throw new Error(`--names: "${text}" is not of the form coin=acme, ext=foo or extclient=bar`);
    if (seen.has(name)) throw new Error(`--names: ${name} is given twice; give each name once`);
    seen.add(name);
    names[name as keyof Names] = value;
  }
  return names;
}
