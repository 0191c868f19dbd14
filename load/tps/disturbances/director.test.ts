import { expect, test } from 'vitest';
import { planFaults } from '../../faults/fault-plan.ts';
import { parseFault } from '../../faults/parse-fault.ts';
import { Director, stepsOf, type Step } from './director.ts';

const nodes = [{ name: 'a' }, { name: 'b' }];
const planned = (...texts: readonly string[]) => planFaults(texts.map(parseFault), nodes);
const nameOf = ({ resolved: { fault }, begins }: Step): string => `${fault.kind} ${begins ? 'begins' : 'ends'}`;

function director(faults: ReturnType<typeof planned>, onStep: (name: string) => void = () => undefined) {
  const performed: string[] = [];
  const made = new Director({
    faults,
    expected: () => 10,
    perform: async (step) => {
      performed.push(nameOf(step));
      onStep(nameOf(step));
    },
  });
  return { director: made, performed, run: made.run(performance.now(), new AbortController().signal) };
}

test('steps come by their shares, ends before beginnings', () => {
  const faults = planned('pause:a@20%-50%', 'kill:b@50%', 'partition:a|b@60%-80%', 'clock:+5s@90%');
  expect(stepsOf(faults).map((step) => `${step.share} ${nameOf(step)}`)).toEqual([
    '0.2 pause begins',
    '0.5 pause ends',
    '0.5 kill begins',
    '0.6 partition begins',
    '0.8 partition ends',
    '0.9 clock begins',
    // Right again when all is over.
    '1 clock ends',
  ]);
});

test('a step is performed when its share has arrived, and not before', async () => {
  const { director: made, performed, run } = director(planned('kill:a@30%'));
  made.arrived();
  made.arrived();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([performed, made.isDone]).toEqual([[], false]);
  made.arrived();
  await run;
  expect([performed, made.isDone]).toEqual([['kill begins'], true]);
  expect(made.events).toMatchObject([{ fault: 'kill:a@30%', what: 'begins', nodes: ['a'], share: 0.3, because: 'share' }]);
});

test('a share that is not reached is not waited for once nothing arrives', async () => {
  const { director: made, run } = director(planned('kill:a@30%'));
  made.arrived();
  await run;
  expect(made.events).toMatchObject([{ share: 0.1, because: 'still' }]);
});

test('what has not happened happens when the time is over', async () => {
  const { director: made, performed, run } = director(planned('partition:a|b@20%-60%'), () => made.hurry());
  for (let count = 0; count < 2; count++) made.arrived();
  await run;
  expect(performed).toEqual(['partition begins', 'partition ends']);
  expect(made.events.map(({ because }) => because)).toEqual(['share', 'over']);
  expect(made.events[0]?.nodes).toEqual(['a', 'b']);
});

test('a step that fails ends the plan', async () => {
  const { director: made, run } = director(planned('kill:a@0%'), () => {
    throw new Error('it does not come back');
  });
  await expect(run).rejects.toThrow('it does not come back');
  expect(made.isDone).toBe(false);
});
