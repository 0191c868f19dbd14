import { quote } from './type-text.ts';
import type { Spec } from './types.ts';

/** Declarations of the ids in the specification, for tables keyed by ids. Ends with a newline. */
export function idTypes(spec: Spec): string {
  const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
  return [
    '/** Written by the build of the specification: its ids. */',
    union('ShapeName', 'Shapes, which name kinds of values.', Object.keys(spec.shapes)),
    union('RuleId', 'Sentences about methods.', idsOf(spec.methods.flatMap(({ rules }) => rules))),
    union('OpenQuestionId', 'What the documents leave open about methods.', idsOf(spec.methods.flatMap(({ own }) => own?.questions ?? []))),
    union('StateRowId', 'Rows of the table of states.', idsOf(spec.states)),
    union('LimitId', 'Rows of the table of limits.', idsOf(spec.limits)),
    union('ErrorRowId', 'Rows of the table of errors.', idsOf(spec.errors)),
    union('EnvelopeRowId', 'Statements about the call itself.', idsOf(spec.envelope)),
    '/** An item that a case judges, with a letter for its kind. */',
    'export type JudgedId = `r:${RuleId}` | `s:${StateRowId}` | `l:${LimitId}` | `x:${ErrorRowId}` | `v:${EnvelopeRowId}`;',
    '',
  ].join('\n');
}

function union(type: string, text: string, ids: readonly string[]): string {
  return `/** ${text} */\nexport type ${type} =${ids.length === 0 ? ' never' : ids.map((id) => `\n  | ${quote(id)}`).join('')};\n`;
}
