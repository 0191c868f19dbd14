/** Parts of TypeScript declarations, for the build of the specification. */

/** A member of an interface. `there`: it is required. */
export function field(key: string, type: string, there: boolean): string {
  return there ? `readonly ${name(key)}: ${type};` : `readonly ${name(key)}?: ${type} | undefined;`;
}

/** A property name, quoted if necessary. */
export function name(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}

/** A string literal. */
export function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A doc comment on a separate line, or an empty string for no text. */
export function comment(text: string, indent = ''): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}

/** An interface with a line for each member. `type`: the text of an object type, `{ a: string; b: number; }`. */
export function interfaceText(interfaceName: string, type: string): string {
  return `export interface ${interfaceName} {\n${membersOf(type)
    .map((member) => `  ${member}\n`)
    .join('')}}\n`;
}

/** The members of an object type, each with its semicolon. Members of nested objects stay in their member. */
function membersOf(type: string): string[] {
  const members: string[] = [];
  let depth = 0;
  let from = 0;
  const inside = type.slice(1, -1);
  for (const { 0: token, index } of inside.matchAll(/'(?:[^'\\]|\\.)*'|[{}();[\]]/g)) {
    if ('{(['.includes(token)) depth++;
    else if ('})]'.includes(token)) depth--;
    else if (token === ';' && depth === 0) {
      members.push(inside.slice(from, index + 1).trim());
      from = index + 1;
    }
  }
  const last = inside.slice(from).trim();
  return last === '' ? members : [...members, `${last};`];
}
