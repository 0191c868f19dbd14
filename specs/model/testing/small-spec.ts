import type { LoadedSpec } from '../load.ts';
import type {
  EnvelopeRow,
  ErrorRow,
  Limit,
  Method,
  Param,
  Schema,
  Shape,
  Source,
  Spec,
  StateRow,
  StatusValues,
  Variant,
} from '../types.ts';

/** A source that exists in the small specifications. */
export const somewhere: Source = { document: 1, section: 'Limits' };

/** A method with one read-only variant, with the given changes. */
export function methodOf(id: string, parts: Partial<Method> = {}): Method {
  const [name = id, ...prefix] = id.split(' ');
  return {
    id,
    family: 'chain',
    summary: 'A method.',
    source: somewhere,
    wire: { method: name, prefix },
    params: [],
    variants: [variantOf('default')],
    rules: [],
    unstated: [],
    beyond: false,
    ...parts,
  };
}

export function variantOf(id: string, result: Schema | null = null, when?: Variant['when'], untestable?: Variant['untestable']): Variant {
  return { id, effect: ['read'], result, ...(when && { when }), ...(untestable && { untestable }) };
}

export function paramOf(name: string, schema: Schema, parts: Partial<Param> = {}): Param {
  return { name, schema, required: false, onInvalid: 'unstated', ...parts };
}

export function shapeOf(name: string, schema: Schema): Shape {
  return { name, summary: 'A shape.', source: somewhere, secret: false, schema };
}

interface Parts {
  readonly methods?: readonly Method[];
  readonly shapes?: readonly Shape[];
  readonly states?: readonly StateRow[];
  readonly statuses?: readonly StatusValues[];
  readonly limits?: readonly Limit[];
  readonly errors?: readonly ErrorRow[];
  readonly envelope?: readonly EnvelopeRow[];
  readonly branded?: readonly string[];
}

export function specOf({ methods = [], shapes = [], states = [], statuses = [], limits = [], errors = [], envelope = [] }: Parts): Spec {
  return {
    edition: { title: 'A standard', edition: '1' },
    documents: [{ document: 1, sections: ['Limits', 'Errors'] }],
    methods,
    shapes: Object.fromEntries(shapes.map((shape) => [shape.name, shape])),
    states,
    statuses,
    limits,
    errors,
    envelope,
  };
}

/** A small specification as if loaded from files, one file for each part. */
export function loadedOf(parts: Parts): LoadedSpec {
  const spec = specOf(parts);
  const files = new Map<object, string>();
  for (const method of spec.methods) files.set(method, `standard/methods/${method.family}/${method.id.replaceAll(' ', '-')}.yaml`);
  for (const shape of Object.values(spec.shapes)) files.set(shape, `standard/shapes/${shape.name}.yaml`);
  for (const table of ['states', 'statuses', 'limits', 'errors', 'envelope'] as const) {
    for (const row of spec[table]) files.set(row, `standard/${table}.yaml`);
  }
  return {
    spec,
    methodFiles: spec.methods.map((method) => ({ method, file: files.get(method) ?? '' })),
    files,
    branded: parts.branded ?? [],
  };
}
