import type { Method, Shape, Spec } from '../model/types.ts';
import { byId, shown, type Change, type Difference } from './change.ts';
import { classOf, worst, type Direction } from './change-rules.ts';
import { compareMethod } from './compare-method.ts';
import { compareSchemas } from './compare-schemas.ts';
import { compareTables } from './compare-tables.ts';
import { shapeUses, type ShapeUses } from './shape-uses.ts';

/**
 * The changes from one specification to another, by the published rules (`changeRules`). Methods beyond the documents
 * are left out. A changed shape is one change, with all methods that use it, however often it is used.
 */
export function compareSpecs(before: Spec, after: Spec): Change[] {
  const specs = { before, after };
  const changes: Change[] = [];
  const documented = (spec: Spec): Method[] => spec.methods.filter(({ beyond }) => !beyond);
  const [earlier, later] = [documented(before), documented(after)];
  const [earlierById, laterById] = [byId(earlier), byId(later)];
  const ofMethod =
    (id: string) =>
    (difference: Difference, direction?: Direction): void =>
      void changes.push(changeOf({ ...difference, subject: `method ${id}`, methods: [id] }, direction));
  for (const method of earlier) {
    const other = laterById.get(method.id);
    if (other) compareMethod(method, other, specs, ofMethod(method.id));
    else ofMethod(method.id)({ rule: 'method-removed', path: '', before: method.summary });
  }
  for (const { id, summary } of later) {
    if (!earlierById.has(id)) ofMethod(id)({ rule: 'method-added', path: '', after: summary });
  }
  const uses = { before: shapeUses(before), after: shapeUses(after) };
  for (const shape of Object.values(before.shapes)) {
    const other = after.shapes[shape.name];
    if (other) changes.push(...shapeChanges(shape, other, specs, uses));
  }
  compareTables(before, after, (row) => void changes.push(changeOf(row)));
  return changes;
}

function changeOf(
  { rule, before = '', after = '', ...rest }: Difference & Pick<Change, 'subject' | 'methods'>,
  direction?: Direction,
): Change {
  return { rule, class: classOf(rule, direction), ...(direction && { direction }), ...rest, before, after };
}

/** The changes of a shape that methods of both sides use, in every direction in which both use it. */
function shapeChanges(
  shape: Shape,
  other: Shape,
  specs: { readonly before: Spec; readonly after: Spec },
  uses: { readonly before: ShapeUses; readonly after: ShapeUses },
): Change[] {
  const found = new Map<string, Change>();
  const subject = `shape ${shape.name}`;
  for (const direction of ['argument', 'result'] as const) {
    const users = uses.after[direction].get(shape.name);
    const methods = [...(uses.before[direction].get(shape.name) ?? [])].filter((method) => users?.has(method));
    if (methods.length === 0) continue;
    const report = (difference: Difference): void => {
      const change = changeOf({ ...difference, subject, methods }, direction);
      const key = `${change.rule} ${change.path} ${change.before} ${change.after}`;
      const known = found.get(key);
      found.set(key, known ? bothWays(known, change) : change);
    };
    compareSchemas(shape.schema, other.schema, '', { ...specs, direction, report });
    if (shape.secret !== other.secret) report({ rule: other.secret ? 'secret-added' : 'secret-removed', path: '' });
    if (shape.summary !== other.summary)
      report({ rule: 'text-changed', path: 'summary', before: shown(shape.summary), after: shown(other.summary) });
  }
  return [...found.values()];
}

function bothWays({ direction: _, ...change }: Change, other: Change): Change {
  return { ...change, class: worst([change.class, other.class]), methods: [...new Set([...change.methods, ...other.methods])] };
}
