import { createHash } from 'node:crypto';
import { expect } from 'vitest';

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Start tags with their attributes. */
const tagsOf = (page: string): Tag[] =>
  Array.from(page.matchAll(/<([a-z][a-z0-9]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g), ([, name = '', text = '']) => ({
    name,
    attributes: new Map(Array.from(text.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g), ([, attribute = '', value = '']) => [attribute, value])),
  }));

/** The tags that have one of these attributes. */
const withAttribute = (tags: readonly Tag[], wanted: RegExp): Tag[] =>
  tags.filter(({ attributes }) => [...attributes.keys()].some((name) => wanted.test(name)));

/** Checks that a page with a script has no markup from texts of a node. */
export function expectNoForeignMarkup(html: string): void {
  expect(html).not.toMatch(/<(?:img|b onclick|script>alert)/i);
  const tags = tagsOf(html);
  const names = new Set(tags.map(({ name }) => name));
  for (const forbidden of ['img', 'iframe', 'object', 'embed', 'link', 'form', 'base', 'audio', 'video'])
    expect(names.has(forbidden), forbidden).toBe(false);
  // One script that runs; data is only read by it.
  const scripts = tags.filter(({ name, attributes }) => name === 'script' && attributes.get('type') !== 'application/json');
  expect(scripts).toHaveLength(1);
  expect(withAttribute(tags, /^(?:on\w+|style|srcdoc)$/)).toEqual([]);
  // Every < starts a tag of the page itself; a < from the node would not have this form.
  const bare = html.replace(/<script>[^]*?<\/script>/, '').replace(/<style>[^]*<\/style>/, '');
  expect(bare.match(/<(?!\/?[a-z][a-z0-9]*(?:\s+[\w-]+(?:="[^"<>]*")?)*\s*\/?>|!doctype html>)/g)).toBeNull();
}

/** Checks that a page loads nothing from elsewhere. */
export function expectNoExternalResource(html: string): void {
  const tags = tagsOf(html);
  expect(withAttribute(tags, /^(?:src|srcset|action|data)$/)).toEqual([]);
  expect(tags.filter(({ attributes }) => attributes.get('href')?.startsWith('#') === false)).toEqual([]);
  expect(html).not.toMatch(/@import|url\(/);
}

/** Checks that the policy of a page allows only its own style and script. */
export function expectOwnPolicy(html: string): void {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!.replaceAll('&#39;', "'");
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const inside = (name: string): string => new RegExp(`<${name}>([^]*?)</${name}>`).exec(html)![1]!;
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hash(inside('style'))}`,
    `script-src ${hash(inside('script'))}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
}
