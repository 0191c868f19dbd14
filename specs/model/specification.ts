import compiled from './generated/spec.js';
import * as validators from './generated/validators.js';
import { Specification } from './spec.ts';

/** The specification of the service, as `pyx spec build` compiled it. */
export const specification = new Specification(compiled, { ...validators });
