import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { sameWire } from '../../../engine/show.ts';
import { argumentsFor } from '../../../fixtures/world/arguments.ts';
import { sentByName } from '../../../specs/model/named-arguments.ts';
import type { Method, ServiceForm } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { inShort } from '../answer.ts';
import type { Caller } from './caller.ts';
import { answered, objectOf, PARAMETERS } from './judge.ts';

type Order = NonNullable<ServiceForm['arguments']>;
type Params = Wire[] | { [name: string]: Wire };

interface Answer {
  readonly result: Wire | undefined;
  readonly inShort: string;
}

/**
 * Arguments by position and by name: of one form at least. `stated`: the form that the standard states, which must be accepted. An
 * answer in the other one, if it is accepted, is the same.
 */
export function paramsCases(caller: Caller, withArguments: Method | undefined, stated: Order | undefined): Case[] {
  if (withArguments === undefined) return [];
  const { id } = withArguments;
  return [
    caller.case({
      slug: 'params/by-position-and-by-name',
      title: `${id} returns the same result by position and by name`,
      source: PARAMETERS,
      run: async (t) => {
        const args = await argumentsFor(t, withArguments, { optional: 'all' });
        const { method, params } = t.world.service.request(id, args);
        const ask = (sent: Params): Promise<Answer> => answerTo(t, caller, method, sent);
        const named = sentByName(withArguments, params);
        const position = await ask([...params]);
        const name = await ask(named);
        const again = await ask([...params]);
        for (const [order, { result, inShort: short }] of [
          ['by-position', position],
          ['by-name', name],
        ] as const) {
          if (result !== undefined) continue;
          if (order === stated)
            t.ok(false, `${id} with arguments ${order} was answered with ${short}, expected a result: the standard states this form`, {
              check: 'refusal',
            });
          else t.observe(order, short, `${id} with arguments ${order} was answered with ${short}`);
        }
        t.ok(position.result !== undefined || name.result !== undefined, `${id} returned a result neither by position nor by name`);
        if (position.result === undefined || name.result === undefined) return;
        // One that changes from call to call shows nothing.
        if (sameWire(position.result, again.result))
          t.equal(name.result, position.result, `the result of ${id} by name`, { path: 'result' });
        else t.sawNothing('a result that does not change from call to call');
      },
    }),
  ];
}

async function answerTo(t: Trial, caller: Caller, method: string, params: Params): Promise<Answer> {
  const id = t.random.word(12);
  const got = await caller.post(t, caller.body(t, { id, method, params }));
  const read = answered(t, objectOf(t, got, method), id, method);
  return { result: read.type === 'result' ? read.result : undefined, inShort: inShort(got) };
}
