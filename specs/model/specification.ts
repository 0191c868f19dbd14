import compiled from './generated/spec.js';
import type { MethodId } from './generated/wire.d.ts';
import * as validators from './generated/validators.js';
import { Specification } from './spec.ts';

/** The specification of the service, compiled by `pyx spec build`. */
export const specification = new Specification(compiled, { ...validators });

/** The id of one of its methods, as the compiled type. */
export const methodIdOf = ({ id }: { readonly id: string }): MethodId => specification.method(id).id as MethodId;
