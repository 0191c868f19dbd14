/** Pieces of TypeScript declarations, as the build of the specification writes them. */

/** A member of an interface. `there`: it is never left out. */
export function field(key: string, type: string, there: boolean): string {
  return there ? `readonly ${name(key)}: ${type};` : `readonly ${name(key)}?: ${type} | undefined;`;
}

/** A property name, quoted where it must be. */
export function name(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}

/** A string literal. */
export function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A doc comment on a line of its own, or nothing for no text. */
export function comment(text: string, indent = ''): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}
