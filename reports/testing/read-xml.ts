/** An element of a document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Parses XML and refuses a text that is not well-formed: the part of XML 1.0 for documents without comments and DTD. */
export function readXml(xml: string): XmlElement {
  const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml);
  if (illegal) throw new Error(`illegal character at ${illegal.index}`);
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const token = /<\?xml[^?]*\?>|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const match = token.exec(xml);
    if (!match) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 60)}`);
    const [, closed, opened, attributes = '', selfClosed, text] = match;
    const parent = open.at(-1)!;
    if (closed !== undefined) {
      if (open.pop()!.name !== closed) throw new Error(`</${closed}> closes nothing`);
    } else if (opened !== undefined) {
      const pairs = Array.from(attributes.matchAll(/([\w-]+)="([^"]*)"/g), ([, name, value]) => [name!, decoded(value!)] as const);
      const element: XmlElement = { name: opened, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (selfClosed === '') open.push(element);
    } else if (text !== undefined) parent.text += decoded(text);
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)!.name}> is never closed`);
  return root.children[0]!;
}

function decoded(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(text)) throw new Error(`a bare & in ${text}`);
  return text.replace(/&(?:(\w+)|#(\d+));/g, (_, name: string | undefined, code: string | undefined) =>
    name ? named[name]! : String.fromCodePoint(Number(code)),
  );
}
