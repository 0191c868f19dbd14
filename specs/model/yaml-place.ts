import { isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { likely } from './nearest.ts';

/** An error of a validator (ajv, with `verbose`). */
export interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: unknown;
  readonly parentSchema?: object;
}

/** Each error in a YAML file with its line, and with a suggestion for an unknown key. */
export function placedProblems(content: string, errors: readonly SchemaError[]): string[] {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines });
  const lineOf = (path: readonly string[], key?: string): string => {
    const node = document.getIn(path, true);
    const pair =
      key === undefined || !isMap(node)
        ? undefined
        : node.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key);
    const at = pair && isScalar(pair.key) ? pair.key : node;
    return isNode(at) && at.range ? `line ${lines.linePos(at.range[0]).line}: ` : '';
  };
  return errors.map(({ instancePath, message = 'does not fit', params, parentSchema }) => {
    const path = instancePath
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const key = (params as { additionalProperty?: string }).additionalProperty;
    if (key === undefined) return `${lineOf(path)}${instancePath || '/'} ${message}`;
    const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
    const near = likely(key, known);
    const hint = near !== undefined ? `; did you mean "${near}"?` : known.length > 0 ? `; the keys are ${known.join(', ')}` : '';
    return `${lineOf(path, key)}there is no key "${key}"${instancePath === '' ? '' : ` at ${instancePath}`}${hint}`;
  });
}
