import { boolean, constant, nat } from 'fast-check';
import type { Trial } from '../../../engine/trial.ts';
import { disable, Receiver, unsent, type Queued } from '../../support/tps-test.ts';
import type { StateModel } from '../support/state-model.ts';
import { Queue, SetEnabled, Start, Wait } from './queue-commands.ts';
import type { QueueReal } from './queue-command.ts';
import type { QueueModel } from './queue-model.ts';

/** Transactions of a run. */
const COUNT = 6;

const make = (t: Trial): Promise<Queued[]> => unsent(t, COUNT);

/** The queue of the throughput test: held without a start time, sent at it in each round, and not sent while the test is disabled. */
export const tpsQueue: StateModel<QueueModel, QueueReal, readonly Queued[] | undefined> = {
  id: 'tps-queue',
  text: 'Queued transactions are sent at the start time that is set, not without one, and not while the test is disabled.',
  rows: ['tpstestadd/zero-waits', 'tpstestadd/sent-at-start', 'tpstestsetenabled/switches'],
  methods: ['tpstestadd', 'tpstestsetenabled', 'getrawmempool', 'getbestblockhash'],
  effect: ['chain', 'network'],
  profile: 'tpstest',
  restores: true,
  share: 0.4,
  commands: [
    boolean().map((enabled) => new SetEnabled(enabled)),
    constant(new SetEnabled(true)),
    nat(1).map((more) => new Queue(1 + more)),
    nat(1).map((more) => new Queue(1 + more)),
    nat(1).map((count) => new Start(count)),
    constant(new Wait()),
  ],
  tour: [
    new SetEnabled(true),
    new Queue(1),
    new SetEnabled(false),
    new Wait(),
    new SetEnabled(true),
    new Queue(1),
    new Queue(1),
    new Wait(),
    new Start(1),
    new Wait(),
    // A second round: what was said of the queue holds for it too.
    new Queue(1),
    new Wait(),
    new Start(1),
    new Wait(),
  ],
  async prepare(t) {
    await t.world.use('peer');
    // Where nodes can be restored, each run sends the same transactions: nodes have them only until the next run.
    return t.target.capabilities.snapshots ? make(t) : undefined;
  },
  async begin(t, prepared) {
    const transactions = prepared ?? (await make(t));
    await disable(t);
    const receiver = await Receiver.connect(t);
    return {
      model: { enabled: false, unused: [...transactions.keys()], queued: [], held: [], startUs: undefined, hasStarted: false },
      real: { t, receiver, transactions },
    };
  },
  async end({ real: { t } }) {
    await t.world.result('tpstestsetenabled', { enabled: false });
  },
};
