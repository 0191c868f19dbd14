import type { Curve } from '../curve.ts';
import { openCurve } from '../open-curve.ts';

/** The default curve of a node. */
export const curve: Curve = openCurve();
