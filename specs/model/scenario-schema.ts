/** The parts that schemas of hand-written files are put together from. */
export interface SchemaParts {
  readonly text: object;
  closed(properties: object, required: string[]): object;
  about(description: string, schema: object): object;
}

/** `500ms`, `10s`, `2m` or `1.5h`. */
export const durationSchema = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?(ms|s|m|h)$' };
const perSecond = { type: 'number', exclusiveMinimum: 0, maximum: 1_000_000 };

/** A scenario of `pyx load`: what is called, how often, and what must hold (`load/scenarios`). */
export function scenarioSchema({ text, closed, about }: SchemaParts): object {
  const entry = closed(
    {
      method: about('Neutral id of a method: getblock, or "gobject count".', text),
      weight: about('Share of the calls, relative to the other entries. Default 1.', { type: 'number', exclusiveMinimum: 0 }),
      args: about('Arguments with a fixed value, by name. The other required ones come from the world of the node.', { type: 'object' }),
      optional: about('Optional arguments that are given as well, with values from the world.', { type: 'array', items: text }),
      pool: about('How many sets of arguments are made and then sent in turn. Default 32.', {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
      }),
      from: about('prepared: each call submits transactions that were signed before the run, and that no other call submits.', {
        const: 'prepared',
      }),
      batch: about('Prepared transactions in a call (tpstestadd). Default 1.', { type: 'integer', minimum: 1, maximum: 10_000 }),
    },
    ['method'],
  );
  const call = closed({ method: about('Neutral id of a method.', text), args: about('Its arguments, by name.', { type: 'object' }) }, [
    'method',
  ]);
  const stage = closed(
    {
      duration: about('How long the stage takes.', durationSchema),
      rate: about('Arrival rate at the end of the stage, in calls per second; it changes linearly from the rate before.', perSecond),
    },
    ['duration', 'rate'],
  );
  return closed(
    {
      name: about('Name of the scenario, for reports.', text),
      summary: about('What the load stands for, in one sentence.', text),
      profile: about('How the nodes are started that Pyx starts: default, tpstest, peers … Default: default.', text),
      world: about(
        'What is put on the chain before the load, on nodes that Pyx starts.',
        closed(
          {
            blocks: about('Blocks that are mined.', { type: 'integer', minimum: 0, maximum: 300 }),
            transactionsPerBlock: about('Payments in each of these blocks.', { type: 'integer', minimum: 0, maximum: 1_000 }),
            poolTransactions: about('Payments left in the memory pool.', { type: 'integer', minimum: 0, maximum: 5_000 }),
          },
          [],
        ),
      ),
      needs: about('Ingredients of the world that are made before the load, such as peer: a second node, connected.', {
        type: 'array',
        items: text,
      }),
      before: about('Calls that are made before each measurement.', { type: 'array', items: call }),
      after: about('Calls that are made after each measurement.', { type: 'array', items: call }),
      mix: about('The calls and their shares.', { type: 'array', minItems: 1, items: entry }),
      model: about('open: calls arrive at a rate, whatever the node does. closed: each connection sends as soon as it has an answer.', {
        enum: ['open', 'closed'],
      }),
      rate: about('Arrival rate of the open model, in calls per second.', perSecond),
      arrivals: about('poisson: at random, as from many independent clients. constant: evenly spaced. Default: poisson.', {
        enum: ['poisson', 'constant'],
      }),
      stages: about('Ramps and plateaus of the arrival rate, in place of rate and duration.', { type: 'array', minItems: 1, items: stage }),
      connections: about('Kept connections to the node. Default 16.', { type: 'integer', minimum: 1, maximum: 1_024 }),
      keepAlive: about('false: each call is made over a connection of its own, as by clients that do not keep theirs. Default: true.', {
        type: 'boolean',
      }),
      duration: about('How long the load lasts, after the warm-up. Default 10s.', durationSchema),
      warmUp: about('Load that is not counted, before. Default 1s.', durationSchema),
      timeout: about('How long a call may take before it counts as an error. Default 10s.', durationSchema),
      check: about('Share of the answers that are checked against the specification, from 0 to 1. Default 0.01.', {
        type: 'number',
        minimum: 0,
        maximum: 1,
      }),
      thresholds: about('What must hold: "p99 < 50ms", "errors < 0.1%", "rate >= 0.98 * target".', { type: 'array', items: text }),
    },
    ['name', 'mix', 'model'],
  );
}
