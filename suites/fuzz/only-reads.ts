import type { Method } from '../../specs/model/types.ts';
import { needsCare } from './confine.ts';

/** Whether no call of the method changes anything, and all are sent as they are. */
export function onlyReads({ id, variants }: Method): boolean {
  return !needsCare(id) && variants.every(({ effect }) => effect.every((kind) => kind === 'read' || kind === 'secret'));
}
