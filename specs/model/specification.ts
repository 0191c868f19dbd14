import compiled from './generated/spec.js';
import type { MethodId } from './generated/wire.d.ts';
import * as validators from './generated/validators.js';
import { Specification } from './spec.ts';

/** The specification of the service, as `pyx spec build` compiled it. */
export const specification = new Specification(compiled, { ...validators });

/** The id of one of its methods, as the type that was compiled with it. */
export const methodIdOf = ({ id }: { readonly id: string }): MethodId => specification.method(id).id as MethodId;
