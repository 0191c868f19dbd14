import type { Fault } from '../types.ts';
import type { Answer } from './hostile-server.ts';

/** One invalid answer, and the fault that the client must report. */
export interface HostileCase {
  readonly name: string;
  readonly answer: Answer;
  readonly kind: Fault['kind'];
  readonly evidence: Fault['evidence'];
  readonly source: RegExp | string;
  readonly message: RegExp | string;
}
