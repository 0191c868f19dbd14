// What Pyx cannot know of the tasks service: how it is started, where task numbers come from, and what its sentences mean.
//   npx pyx run --standard standard --plugin plugin.mjs --target tasks:service.mjs
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { OwnedTarget, StateCommand } from 'pyx';

/** Starts the service, any number of times. It keeps its tasks in memory only. */
function launcher(script) {
  return {
    what: 'the tasks service',
    // It has no users: what Pyx sends as credentials is ignored.
    credentials: { user: 'pyx', password: randomUUID() },
    scratchDir: '/nonexistent',
    launch: async () => {
      const child = spawn(process.execPath, [resolve(script), '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
      const lines = [];
      for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (line) => lines.push(line));
      const ended = once(child, 'exit').then(([code, signal]) => (signal === null ? `exit code ${code}` : `signal ${signal}`));
      await Promise.race([once(child.stdout, 'data'), ended]);
      return {
        address: /http:\/\/\S+/.exec(lines.join('\n'))?.[0] ?? 'http://127.0.0.1:1',
        peerAddress: undefined,
        zmqAddress: undefined,
        ended,
        lastLines: () => lines.slice(-20),
        usage: async () => undefined,
        signal: async (name) => void child.kill(name),
      };
    },
    remove: async () => undefined,
  };
}

/** A sentence of the standard about tasks, some of which the case adds. */
const sentence = (standard, id, uses, run) => standard.rule({ rule: id, effect: ['write'], uses, run });

const added = async (t, title, more = {}) => {
  const answer = await t.call('tasks.add', { title, ...more });
  return answer.ok ? answer.result : t.reportRefusal('tasks.add', answer.error);
};
const resultOf = async (t, method, args = {}) => {
  const answer = await t.call(method, args);
  return answer.ok ? answer.result : t.reportRefusal(method, answer.error);
};
const idsOf = (tasks) => tasks.map(({ id }) => String(id));

/**
 * A step of the model, which is the list of tasks that exist of those that its run has added. After each one, the service must list
 * the same. Commands name a task by its place among them, so that they mean the same each time that a sequence is run.
 */
class TaskCommand extends StateCommand {
  async compare({ tasks }, { t, own }, row) {
    const listed = (await resultOf(t, 'tasks.list')).filter(({ id }) => own.has(String(id)));
    const each = (name, list) => list.map((task) => task[name]);
    if (t.equal(each('title', listed), each('title', tasks), 'the list of the titles', { rule: 'tasks.list/order' }))
      t.equal(each('done', listed), each('done', tasks), 'the list of what is done', { rule: row });
  }
}

class Add extends TaskCommand {
  constructor(title) {
    super();
    this.title = title;
  }
  toString() {
    return `add ${this.title}`;
  }
  async perform({ tasks }, { t, own }) {
    const { id } = await added(t, this.title);
    own.add(String(id));
    tasks.push({ id, title: this.title, done: false });
    return 'tasks.add/open';
  }
}

class OfTask extends TaskCommand {
  constructor(place) {
    super();
    this.place = place;
  }
  check({ tasks }) {
    return this.place < tasks.length;
  }
}

class Finish extends OfTask {
  toString() {
    return `finish ${this.place}`;
  }
  async perform({ tasks }, { t }) {
    const task = tasks[this.place];
    const row = task.done ? 'tasks.finish/again' : 'tasks.finish/done';
    await resultOf(t, 'tasks.finish', { id: task.id });
    task.done = true;
    return row;
  }
}

class Remove extends OfTask {
  toString() {
    return `remove ${this.place}`;
  }
  async perform({ tasks }, { t }) {
    const [{ id }] = tasks.splice(this.place, 1);
    await resultOf(t, 'tasks.remove', { id });
    return 'tasks.remove/gone';
  }
}

/** What no single call shows: whether the list is right after any sequence of them. */
const taskList = {
  id: 'task-list',
  text: 'Tasks are listed in the order in which they were added, whatever is finished and removed in between.',
  rows: ['tasks.add/open', 'tasks.finish/done', 'tasks.finish/again', 'tasks.remove/gone'],
  methods: ['tasks.list', 'tasks.add', 'tasks.finish', 'tasks.remove'],
  effect: ['write'],
  commands: [
    (random) => new Add(random.word(6)),
    (random) => new Finish(random.integer(0, 3)),
    (random) => new Remove(random.integer(0, 3)),
  ],
  tour: [new Add('one'), new Finish(0), new Finish(0), new Remove(0)],
  prepare: async () => undefined,
  begin: async (t) => ({ model: { tasks: [] }, real: { t, own: new Set() } }),
  end: async ({ model, real: { t } }) => {
    for (const { id } of model.tasks) await t.world.result('tasks.remove', { id });
  },
};

export default {
  name: 'tasks',
  targets: [
    {
      form: 'tasks:<script>',
      prefix: 'tasks:',
      starts: true,
      open: (script, { signal }) =>
        new OwnedTarget({
          kind: 'process',
          name: `tasks:${script}`,
          capabilities: { startNodes: true, restart: false, peers: false, sharedFiles: false, sharedLoopback: true, snapshots: false },
          newLauncher: async () => launcher(script),
          times: { standMs: 0, signal },
        }),
    },
  ],
  kinds: {
    TaskId: { living: async (world, random) => (await world.result('tasks.add', { title: random.word(12) })).id },
  },
  cases: (standard) => [
    standard.modelCase(taskList),
    sentence(standard, 'tasks.add/open', [], async (t) => {
      t.equal((await added(t, 'sweep')).done, false, 'done of a new task');
    }),
    sentence(standard, 'tasks.add/as-given', ['tasks.get'], async (t) => {
      const given = { title: 'paint the door', priority: 'high', labels: ['house', 'outside'] };
      const { id } = await added(t, given.title, { priority: given.priority, labels: given.labels });
      const { title, priority, labels } = await resultOf(t, 'tasks.get', { id });
      t.equal({ title, priority, labels }, given, 'the task as tasks.get returns it');
      t.equal((await added(t, 'rest')).priority, 'normal', 'priority of a task that was added without one');
    }),
    sentence(standard, 'tasks.finish/done', ['tasks.add', 'tasks.get'], async (t) => {
      const { id } = await added(t, 'wash');
      t.equal((await resultOf(t, 'tasks.finish', { id })).done, true, 'done in the answer of tasks.finish');
      t.equal((await resultOf(t, 'tasks.get', { id })).done, true, 'done in the answer of tasks.get after tasks.finish');
    }),
    sentence(standard, 'tasks.finish/again', ['tasks.add'], async (t) => {
      const { id } = await added(t, 'dry');
      await resultOf(t, 'tasks.finish', { id });
      t.equal((await resultOf(t, 'tasks.finish', { id })).done, true, 'done of a task that was finished twice');
    }),
    sentence(standard, 'tasks.remove/gone', ['tasks.add', 'tasks.get'], async (t) => {
      const { id } = await added(t, 'forget');
      await resultOf(t, 'tasks.remove', { id });
      await t.refused('tasks.get', { id }, 'the task was removed');
    }),
    sentence(standard, 'tasks.list/order', ['tasks.add'], async (t) => {
      const ids = idsOf([await added(t, 'first'), await added(t, 'second'), await added(t, 'third')]);
      const listed = idsOf(await resultOf(t, 'tasks.list')).filter((id) => ids.includes(id));
      t.equal(listed, ids, 'the order of three tasks in tasks.list');
    }),
    sentence(standard, 'tasks.list/done', ['tasks.add', 'tasks.finish'], async (t) => {
      const [open, finished] = [await added(t, 'later'), await added(t, 'now')];
      await resultOf(t, 'tasks.finish', { id: finished.id });
      const [done, others] = [await resultOf(t, 'tasks.list', { done: true }), await resultOf(t, 'tasks.list', { done: false })];
      t.equal(
        [idsOf(done).includes(String(finished.id)), idsOf(done).includes(String(open.id))],
        [true, false],
        'done true lists a finished and an open task',
      );
      t.equal(
        [idsOf(others).includes(String(finished.id)), idsOf(others).includes(String(open.id))],
        [false, true],
        'done false lists a finished and an open task',
      );
    }),
    sentence(standard, 'tasks.count/open', ['tasks.add', 'tasks.finish'], async (t) => {
      const openNow = async () => Number((await resultOf(t, 'tasks.count')).open);
      const before = await openNow();
      const { id } = await added(t, 'count');
      t.equal(await openNow(), before + 1, 'open of tasks.count after a task was added');
      await resultOf(t, 'tasks.finish', { id });
      t.equal(await openNow(), before, 'open of tasks.count after it was finished');
    }),
  ],
};
