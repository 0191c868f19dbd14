import type { LoadedSpec } from '../load.ts';
import type { Method, Param, Rule, Schema, Variant } from '../types.ts';
import { loadedOf, methodOf, paramOf, shapeOf, somewhere, variantOf } from './small-spec.ts';

/** Small specifications of one method `m`, each with one planted defect. */
export const text: Schema = { type: 'string' };
export const withParams = (...params: Param[]): LoadedSpec => loadedOf({ methods: [methodOf('m', { params })] });
export const withVariants = (params: Param[], ...variants: Variant[]): LoadedSpec =>
  loadedOf({ methods: [methodOf('m', { params, variants })] });
export const withResult = (result: Schema, ...shapes: [string, Schema][]): LoadedSpec =>
  loadedOf({
    methods: [methodOf('m', { variants: [variantOf('default', result)] })],
    shapes: shapes.map(([name, schema]) => shapeOf(name, schema)),
  });
export const withMethod = (parts: Partial<Method>, id = 'm'): LoadedSpec => loadedOf({ methods: [methodOf(id, parts)] });
export const rule = (id: string, parts: Partial<Rule> = {}): Rule => ({
  id,
  text: 'It holds.',
  source: somewhere,
  ...parts,
});
export const row = { id: 'r', source: somewhere };
export const presence = (condition: object): Schema => ({ ...text, presence: { when: condition as never } });
export const flag = paramOf('flag', { type: 'boolean' }, { default: false });
export const mode = paramOf('mode', { type: 'string', enum: ['a', 'b'] }, { required: true });
