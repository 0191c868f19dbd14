import { isNode, isSeq, type YAMLSeq } from 'yaml';
import { parseYamlText } from '../specs/model/yaml-text.ts';

/**
 * A YAML text with further items at the end of a list: of that at `key`, which is added if there is none, or of the whole text. Everything
 * else stays as it is written. `items`: the lines of each, indented by two spaces: see `entryText`. Throws `YamlTextError`.
 */
export function extendList(content: string, key: string | undefined, items: readonly string[]): string {
  if (items.length === 0) return content;
  const { document } = parseYamlText(content);
  const list = key === undefined ? document.contents : document.get(key, true);
  if (!isSeq(list) || !list.range) return `${content.replace(/\n*$/, '\n')}${key}:\n${items.join('\n')}\n`;
  if (list.flow !== true && list.items.length > 0) return inserted(content, list, items);
  // An empty list, or one on a line: only its own text is replaced.
  const before = list.items.flatMap((item) => (isNode(item) && item.range ? [`  - ${content.slice(item.range[0], item.range[1])}`] : []));
  const text = [...before, ...items].join('\n');
  const [from, to] = list.range;
  const block = key === undefined ? unindented(text) : `\n${text}`;
  return `${content.slice(0, from).replace(/ $/, '')}${block}${content.slice(to)}`;
}

/** After the last item, with the indent of the first. */
function inserted(content: string, list: YAMLSeq, items: readonly string[]): string {
  const last = list.items.at(-1);
  if (!isNode(last) || !last.range || !list.range) throw new Error('the list was not read from a text');
  const [dash] = list.range;
  const indent = content.slice(content.lastIndexOf('\n', dash) + 1, dash);
  const end = content.indexOf('\n', Math.max(last.range[0], last.range[1] - 1));
  const [before, after] = end === -1 ? [`${content}\n`, ''] : [content.slice(0, end + 1), content.slice(end + 1)];
  return `${before}${items.map((item) => `${unindented(item).replace(/^(?=.)/gm, indent)}\n`).join('')}${after}`;
}

const unindented = (text: string): string => text.replace(/^ {2}/gm, '');
