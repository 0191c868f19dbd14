import type { Curve } from '../curve.ts';
import { openCurve } from '../open-curve.ts';

/** As a node has it by default. */
export const curve: Curve = openCurve();
