/** A fault of the tasks service (examples/tasks/service.mjs), as a change of its source. */
export interface TasksFault {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** The ids of the cases that find it contain one of these. */
  readonly found: readonly string[];
  /**
   * Whether the checks of Schemathesis 4 find it, applied by hand: its list is of HTTP services with OpenAPI. With the check, or why not.
   */
  readonly schemathesis: string;
  /** Whether the rules of OpenRPC's test-coverage find it, applied by hand: generated arguments and the schema of the result; examples. */
  readonly openrpc: string;
}

export const tasksFaults: readonly TasksFault[] = [
  {
    name: 'an empty title is accepted',
    from: "title === '' || ",
    to: '',
    found: ['methods/tasks.add/'],
    schemathesis: 'yes: negative_data_rejection',
    openrpc: 'no: it sends no invalid arguments',
  },
  {
    name: 'titles are limited to 39 characters',
    from: 'const MAX_TITLE = 40;',
    to: 'const MAX_TITLE = 39;',
    found: ['methods/tasks.add/'],
    schemathesis: 'yes: positive_data_acceptance',
    openrpc: 'only by chance: generated titles are seldom that long',
  },
  {
    name: 'a new task has no labels in its answer',
    from: 'tasks.set(task.id, task);\n      return task;',
    to: 'tasks.set(task.id, task);\n      return { ...task, labels: undefined };',
    found: ['methods/tasks.add/'],
    schemathesis: 'yes: response_schema_conformance',
    openrpc: 'yes: the schema of the result',
  },
  {
    name: 'finishing is not stored',
    from: 'task.done = true;\n      return task;',
    to: 'return { ...task, done: true };',
    found: ['tasks/rules/tasks.finish/done', 'tasks/rules/tasks.list/done', 'tasks/rules/tasks.count/open', 'tasks/states/'],
    schemathesis: 'no: no check compares two methods',
    openrpc: 'no: each call alone',
  },
  {
    name: 'a finished task is listed last',
    from: 'task.done = true;',
    to: 'task.done = true;\n      tasks.delete(id);\n      tasks.set(id, task);',
    found: ['tasks/states/task-list'],
    schemathesis: 'no: no check compares two methods',
    openrpc: 'no: each call alone',
  },
  {
    name: 'a removed task is still there',
    from: 'tasks.delete(known(id).id)',
    to: 'known(id).id > 0',
    found: ['tasks/rules/tasks.remove/gone', 'tasks/states/'],
    schemathesis: 'yes: use_after_free',
    openrpc: 'no: each call alone',
  },
  {
    name: 'the filter of the list is ignored',
    from: 'filter((task) => done === undefined || task.done === done)',
    to: 'filter(() => true)',
    found: ['tasks/rules/tasks.list/done'],
    schemathesis: 'no: the answer has the form of its schema',
    openrpc: 'no: the answer has the form of its schema',
  },
  {
    name: 'finished tasks are counted as open',
    from: 'filter(({ done }) => !done).length',
    to: 'length',
    found: ['tasks/rules/tasks.count/open'],
    schemathesis: 'no: the answer has the form of its schema',
    openrpc: 'no: the answer has the form of its schema',
  },
  {
    name: 'a refused task is added all the same',
    from: "if (!PRIORITIES.includes(priority)) throw new Refused(-32602, `priority is none of ${PRIORITIES.join(', ')}`);",
    to: "if (!PRIORITIES.includes(priority)) { tasks.set(++lastId, { id: lastId, title, priority: 'low', labels: [], done: false }); throw new Refused(-32602, 'no such priority'); }",
    found: ['methods/tasks.add/'],
    schemathesis: 'no: the call is refused, as it must be',
    openrpc: 'no: it sends no invalid arguments',
  },
  {
    name: 'the default priority is low',
    from: "priority = 'normal'",
    to: "priority = 'low'",
    found: ['tasks/rules/tasks.add/as-given'],
    schemathesis: 'no: the answer has the form of its schema',
    openrpc: 'only by an example without a priority',
  },
  {
    name: 'a notification is answered',
    from: 'return id === undefined ? undefined : ',
    to: 'return ',
    found: ['envelope/'],
    schemathesis: 'no: it knows no JSON-RPC',
    openrpc: 'no: it sends no notifications',
  },
];
