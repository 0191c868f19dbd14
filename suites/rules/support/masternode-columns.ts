import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { columnsOf } from '../../../specs/model/walk.ts';
import { listed, listModes, ofMasternodes, textOf, type ListMode } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

/** The modes whose columns the documents name, and the shapes with them. */
const shapes = { full: 'MasternodeFullColumns', info: 'MasternodeInfoColumns' } as const satisfies { readonly [M in ListMode]?: string };

/** Modes that show the value of a column of another name. */
const otherNames: { readonly [column: string]: ListMode } = { IP: 'addr', sentinelversion: 'sentinel' };

const ATTEMPTS = 3;

/** The mode that shows the value of a column alone; undefined without one. */
const modeOf = (column: string): ListMode | undefined => otherNames[column] ?? listModes.find((mode) => mode === column);

/** The differences between the columns of a mode and the modes that show one of them. */
export async function differences(t: Trial, mode: keyof typeof shapes): Promise<string[]> {
  const found: string[] = [];
  let compared = 0;
  const list = await listed(t, mode);
  const columns = Object.keys(t.specification.spec.shapes[shapes[mode]]?.schema.columns ?? {});
  for (const [at, column] of columns.entries()) {
    const other = modeOf(column);
    if (other === undefined) continue;
    const alone = await listed(t, other);
    for (const [outpoint, value] of Object.entries(list)) {
      const shown = columnsOf(textOf(value))[at];
      const expected = alone[outpoint];
      if (expected === undefined) continue;
      compared++;
      if (shown !== textOf(expected)) {
        found.push(`${column} in masternodelist ${mode} is ${shown}, in mode ${other} ${textOf(expected)}`);
      }
    }
  }
  if (compared === 0) t.sawNothing(`masternode in mode ${mode} that another mode lists too`);
  return found;
}

/** A case for each mode that prints columns. That they are all there is judged with the result. */
export const columnCases: readonly Case[] = (['full', 'info'] as const).map((mode) =>
  rule({
    ...ofMasternodes,
    rule: `masternodelist/${mode}-columns`,
    effect: ['read'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      // A ping may come between two calls.
      let found = await differences(t, mode);
      for (let attempt = 1; attempt < ATTEMPTS && found.length > 0; attempt++) found = await differences(t, mode);
      for (const difference of found) t.ok(false, difference, { check: 'column' });
    },
  }),
);
