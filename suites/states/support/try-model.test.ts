import { constant, nat } from 'fast-check';
import { expect, test } from 'vitest';
import { openTrial } from '../../../engine/open-trial.ts';
import { FakeTarget, result } from '../../../engine/testing/fakes.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Outcome } from '../../../engine/outcome.ts';
import { Secrets } from '../../../client/mask.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { specification } from '../../../specs/model/specification.ts';
import type { Random } from '../../../fixtures/world/random.ts';
import { WorldError } from '../../../fixtures/world/world-errors.ts';
import type { StateModel } from './state-model.ts';
import { modelCase } from './model-case.ts';
import { StateCommand } from './state-command.ts';
import type { Subject } from './subject.ts';

/** A counter on both sides. Like the node, the real one has a fault: it forgets to count from `faultAt` on. */
interface Counter {
  count: number;
}

interface RealCounter extends Counter, Subject {
  readonly faultAt: number;
}

abstract class CounterCommand extends StateCommand<Counter, RealCounter> {
  protected async compare(model: Readonly<Counter>, { t, count }: RealCounter): Promise<void> {
    t.equal(count, model.count, 'the count');
  }
}

class Add extends CounterCommand {
  readonly #amount: number;

  constructor(amount: number) {
    super();
    this.#amount = amount;
  }

  toString(): string {
    return `add(${this.#amount})`;
  }

  protected async perform(model: Counter, real: RealCounter): Promise<StateRowId> {
    model.count += this.#amount;
    if (real.count < real.faultAt) real.count += this.#amount;
    return 'lock-output';
  }
}

class Look extends CounterCommand {
  toString(): string {
    return 'look';
  }

  protected async perform(): Promise<undefined> {
    return undefined;
  }
}

/** Shows a difference that leaves the node in a state that the model has too. */
class ShowApart extends CounterCommand {
  toString(): string {
    return 'show apart';
  }

  protected async perform(_model: Counter, { t }: RealCounter): Promise<undefined> {
    t.ok(false, 'it is apart', { check: 'apart' });
  }
}

class EndNode extends CounterCommand {
  readonly #end: () => void;

  constructor(end: () => void) {
    super();
    this.#end = end;
  }

  toString(): string {
    return 'end';
  }

  protected async perform(): Promise<undefined> {
    this.#end();
  }
}

/** The row that nothing reaches. */
class Never extends Look {
  override check(): boolean {
    return false;
  }
}

type Model = StateModel<Counter, RealCounter>;

const arbitraries: Model['commands'] = [nat(9).map((amount) => new Add(amount)), constant(new Look()), constant(new Never())];

interface Setting {
  readonly faultAt?: number;
  readonly tour?: readonly CounterCommand[];
  readonly commands?: Model['commands'];
  readonly runs?: number;
  readonly begin?: (t: Trial) => void;
  readonly end?: () => void;
  readonly target?: FakeTarget;
}

const fakeTarget = (): FakeTarget => new FakeTarget((method) => result(method === 'getblockchaininfo' ? { chain: 'regtest' } : {}));

async function tried(setting: Setting): Promise<Outcome> {
  const {
    faultAt = Infinity,
    tour = [],
    commands = arbitraries,
    runs = 20,
    begin = () => undefined,
    end = () => undefined,
    target = fakeTarget(),
  } = setting;
  const model: Model = {
    id: 'counter',
    text: 'It counts.',
    rows: ['lock-output', 'unlock-output'],
    methods: ['lockunspent'],
    effect: ['wallet'],
    commands,
    tour,
    prepare: async () => undefined,
    begin: async (t) => {
      begin(t);
      return { model: { count: 0 }, real: { t, count: 0, faultAt, apart: new Set(['apart']) } };
    },
    end: async () => end(),
  };
  const trial = await openTrial({ specification, target, seed: 1, targetFile: 'none', secrets: new Secrets() });
  for await (const outcome of trial.run({ cases: [modelCase(model, { runs, commands: 30 })], whole: false })) return outcome;
  throw new Error('no outcome');
}

test('a model that agrees with the node passes, names the rows that no run reached, and covers only the others', async () => {
  const outcome = await tried({});
  expect(outcome.status).toBe('observed');
  expect(outcome.findings).toMatchObject([{ check: 'unreached', evidence: 'observation', path: 'unlock-output' }]);
  expect(outcome.hits).toEqual(['s:lock-output', 'r:lockunspent/lock']);
});

test('a random sequence that fails is reported at its shortest, with the command that repeats it', async () => {
  const outcome = await tried({ faultAt: 3 });
  expect(outcome.status).toBe('failed');
  const [finding, ...others] = outcome.findings;
  expect(others).toEqual([]);
  expect(finding?.message).toMatch(/^the count is \d+, expected \d+; after the shortest sequence found, 2 commands: add\(\d+\); add\(1\)$/);
  expect(outcome.replay).toBe(
    'npx --no-install pyx run --target process:fake --case states/counter --seed 1 --runs 20 --commands 30 --target-file none',
  );
});

test('commands that functions draw are the same each time, and their sequence is shortened', async () => {
  const drawn = { faultAt: 3, commands: [(random: Random) => new Add(random.integer(1, 9)), () => new Look()] };
  const [finding, ...others] = (await tried(drawn)).findings;
  expect(others).toEqual([]);
  expect(finding?.message).toMatch(
    /^the count is \d+, expected \d+; after the shortest sequence found, 2 commands: add\(\d\); add\([1-9]\)$/,
  );
  expect((await tried(drawn)).findings[0]?.message).toBe(finding?.message);
});

test('a tour that fails is shortened too', async () => {
  const tour = [new Look(), new Add(2), new Add(2), new Look(), new Add(0), new Add(5), new Look()];
  const outcome = await tried({ faultAt: 4, tour, runs: 0 });
  expect(outcome.findings.map(({ message }) => message)).toEqual([
    'the count is 4, expected 9; after the shortest sequence found, 3 commands: add(2); add(2); add(5)',
  ]);
});

test('an error that is no finding is not shortened', async () => {
  let begun = 0;
  const begin = (t: Trial): void => {
    if (++begun === 3) t.inapplicable('nothing to count');
  };
  expect(await tried({ begin })).toMatchObject({ status: 'inapplicable', reason: 'nothing to count' });
  expect(begun).toBe(3);
});

test('a difference that does not end a run is reported once, and the run goes on', async () => {
  const tour = [new ShowApart(), new Add(1), new ShowApart()];
  const outcome = await tried({ tour });
  expect(outcome.status).toBe('failed');
  expect(outcome.findings).toMatchObject([{ check: 'apart', message: 'it is apart' }, { check: 'unreached' }]);
  expect(outcome.hits).toContain('s:lock-output');
});

test('what a failing run leaves behind and cannot be removed does not hide its finding', async () => {
  const reply = { type: 'result', result: null, durationMs: 0 } as const;
  let isOver = false;
  const end = (): void => {
    if (isOver) throw new WorldError('unloadwallet did not return a result', 'unloadwallet', [], reply);
  };
  const begin = (): void => {
    isOver = true;
  };
  const outcome = await tried({ faultAt: 0, tour: [new Add(1)], begin, end });
  expect(outcome.findings.map(({ message }) => message)).toEqual(['the count is 0, expected 1; after one command: add(1)']);
});

test('the finding that the node ended names the sequence', async () => {
  const target = fakeTarget();
  const tour = [new Add(1), new EndNode(() => target.nodes.at(-1)?.kill()), new Add(2)];
  const outcome = await tried({ target, tour });
  expect(outcome.status).toBe('failed');
  expect(outcome.findings[0]?.message).toMatch(/signal SIGKILL.*; in the sequence add\(1\); end$/);
});
