import type { PowerResults } from '../../engine/power.ts';
import { counted } from '../format.ts';
import { sharePercent } from './share-percent.ts';
import { foundShare, tallyOf } from './tally.ts';

/** `97.3 % of 3,120 faults found` */
export function headlineOf({ faults }: Pick<PowerResults, 'faults'>): string {
  const tally = tallyOf(faults);
  const share = foundShare(tally);
  const { found, missed, excepted } = tally;
  return share === null ? 'no fault was reached' : `${sharePercent(share)} of ${counted(found + missed + excepted, 'fault')} found`;
}
