import { isMap, isNode, isPair, isScalar } from 'yaml';
import { likely } from './nearest.ts';
import { isPlausibleName } from './plausible-name.ts';
import { parseYamlText } from './yaml-text.ts';

/** An error of a validator (ajv, with `verbose`). */
export interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: unknown;
  readonly parentSchema?: object;
}

/** Each error in a YAML file with its line, and with a suggestion for an unknown key. Quotes only what looks like a key. */
export function placedProblems(content: string, errors: readonly SchemaError[]): string[] {
  const { document, lines } = parseYamlText(content);
  const lineOf = (path: readonly string[], key?: string): string => {
    const node = document.getIn(path, true);
    const pair =
      key === undefined || !isMap(node)
        ? undefined
        : node.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key);
    const at = pair && isScalar(pair.key) ? pair.key : node;
    return isNode(at) && at.range ? `line ${lines.linePos(at.range[0]).line}: ` : '';
  };
  /** Objects whose keys were named already: once is enough. */
  const named = new Set<string>();
  const keysText = (instancePath: string, known: readonly string[]): string => {
    if (known.length === 0 || named.has(instancePath)) return '';
    named.add(instancePath);
    return `; the keys are ${known.join(', ')}`;
  };
  return errors.map(({ instancePath, message = 'does not fit', params, parentSchema }) => {
    const path = instancePath
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const place = `/${path.map((part) => (isPlausibleName(part) ? part : '…')).join('/')}`;
    const key = (params as { additionalProperty?: string }).additionalProperty;
    if (key === undefined) return `${lineOf(path)}${path.length === 0 ? '' : `${place} `}${message}${allowedText(params)}`;
    const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
    const near = isPlausibleName(key) ? likely(key, known) : undefined;
    const hint = near !== undefined ? `; did you mean "${near}"?` : keysText(instancePath, known);
    const unknown = isPlausibleName(key) ? `there is no key "${key}"` : 'there is a key that does not exist';
    return `${lineOf(path, key)}${unknown}${instancePath === '' ? '' : ` at ${place}`}${hint}`;
  });
}

/** The values that an `enum` or `const` of a schema permits: those of Pyx, so they are quoted. */
function allowedText(params: unknown): string {
  const { allowedValues, allowedValue } = params as { readonly allowedValues?: readonly unknown[]; readonly allowedValue?: unknown };
  const values = allowedValues ?? (allowedValue === undefined ? [] : [allowedValue]);
  return values.length === 0 ? '' : `: ${values.map(String).join(', ')}`;
}
