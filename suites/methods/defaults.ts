import type { Wire } from '../../specs/model/wire.ts';
import { argumentsFor } from '../../fixtures/world/arguments.ts';
import type { Json, Method, Param } from '../../specs/model/types.ts';
import { sameWire, show } from '../../engine/show.ts';
import type { Case } from '../../engine/case.ts';
import { acceptedResult } from './accepted-result.ts';
import { noteEmpty } from './empty-result.ts';
import { listedItem } from './listed.ts';
import { methodCase } from './method-case.ts';
import { setupOf } from './setups.ts';

/** A case for each default of a read-only method: omitting the argument and giving its default must return the same. */
export function defaultCases(method: Method): Case[] {
  if (method.variants.some((variant) => variant.effect.some((effect) => effect !== 'read' && effect !== 'secret'))) return [];
  return method.params.flatMap((param) =>
    param.required || param.default === undefined ? [] : [defaultCase(method, param, param.default)],
  );
}

function defaultCase(method: Method, param: Param, value: Json): Case {
  const setup = setupOf(method.id);
  return methodCase(method, {
    id: `default/${param.name}`,
    kind: 'default',
    title: `returns the same without ${param.name} as with its default ${JSON.stringify(value)}`,
    about: { argument: param.name },
    positive: true,
    effect: [...new Set(method.variants.flatMap((variant) => variant.effect))],
    run: async (trial) => {
      const all = await argumentsFor(trial, method, {
        optional: 'none',
        fixed: { [param.name]: value as Wire },
      });
      const { [param.name]: _, ...args } = all;
      await setup.prepare?.(trial.world);
      await listedItem(trial.world, method.id);
      const left = await acceptedResult(trial, method, args, await setup.options?.(trial.world, Object.keys(args)));
      const given = await acceptedResult(trial, method, all, await setup.options?.(trial.world, Object.keys(all)));
      trial.ok(
        sameWire(left, given),
        `${method.id} without ${param.name} returned ${show(left)}, expected the same as with the default ${JSON.stringify(value)}: ${show(given)}`,
        { check: 'default' },
      );
      noteEmpty(trial, method, all, left);
    },
  });
}
