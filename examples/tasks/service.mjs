#!/usr/bin/env node
// A list of tasks as a JSON-RPC 2.0 service: node service.mjs --port 8080. Its standard is in standard/, and docs/standard.md shows
// how Pyx tries it.
import { createServer } from 'node:http';

const MAX_TITLE = 40;
const PRIORITIES = ['low', 'normal', 'high'];

class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const tasks = new Map();
let lastId = 0;

function known(id) {
  if (!Number.isSafeInteger(id) || id < 1) throw new Refused(-32602, 'id is not a number from 1 on');
  const task = tasks.get(id);
  if (task === undefined) throw new Refused(1, `there is no task ${id}`);
  return task;
}

const methods = {
  about: { params: [], call: () => ({ name: 'tasks', version: '1.4.0' }) },
  'tasks.add': {
    params: ['title', 'priority', 'labels'],
    call: ({ title, priority = 'normal', labels = [] }) => {
      if (typeof title !== 'string' || title === '' || [...title].length > MAX_TITLE)
        throw new Refused(-32602, `title is not a text of 1 to ${MAX_TITLE} characters`);
      if (!PRIORITIES.includes(priority)) throw new Refused(-32602, `priority is none of ${PRIORITIES.join(', ')}`);
      const areLabels =
        Array.isArray(labels) && labels.length <= 3 && labels.every((label) => typeof label === 'string' && /^[a-z]+$/.test(label));
      if (!areLabels || new Set(labels).size < labels.length)
        throw new Refused(-32602, 'labels are not at most three different words of a-z');
      const task = { id: ++lastId, title, priority, labels, done: false };
      tasks.set(task.id, task);
      return task;
    },
  },
  'tasks.get': { params: ['id'], call: ({ id }) => known(id) },
  'tasks.finish': {
    params: ['id'],
    call: ({ id }) => {
      const task = known(id);
      task.done = true;
      return task;
    },
  },
  'tasks.remove': { params: ['id'], call: ({ id }) => tasks.delete(known(id).id) },
  'tasks.list': {
    params: ['done'],
    call: ({ done }) => {
      if (done !== undefined && typeof done !== 'boolean') throw new Refused(-32602, 'done is neither true nor false');
      return [...tasks.values()].filter((task) => done === undefined || task.done === done);
    },
  },
  'tasks.count': { params: [], call: () => ({ open: [...tasks.values()].filter(({ done }) => !done).length, all: tasks.size }) },
};

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (id) => id === null || typeof id === 'string' || typeof id === 'number';

/** The arguments by name. */
function named(names, params) {
  if (params === undefined) return {};
  if (Array.isArray(params)) {
    if (params.length > names.length) throw new Refused(-32602, 'there are too many arguments');
    return Object.fromEntries(params.map((value, index) => [names[index], value]));
  }
  const unknown = Object.keys(params).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Refused(-32602, `there is no argument ${unknown}`);
  return params;
}

/** The answer to one request; undefined for a notification. */
function answer(request) {
  const { jsonrpc, method, params, id } = isObject(request) ? request : {};
  const isValid =
    jsonrpc === '2.0' && typeof method === 'string' && (params === undefined || typeof params === 'object') && params !== null;
  if (!isValid || (id !== undefined && !isId(id)))
    return { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: isId(id) ? (id ?? null) : null };
  let outcome;
  try {
    if (!Object.hasOwn(methods, method)) throw new Refused(-32601, 'Method not found');
    const { params: names, call } = methods[method];
    outcome = { result: call(named(names, params)) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    outcome = { error: { code: error.code, message: error.message } };
  }
  return id === undefined ? undefined : { jsonrpc: '2.0', ...outcome, id };
}

function answerText(body) {
  let request;
  try {
    request = JSON.parse(body);
  } catch {
    return { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null };
  }
  if (!Array.isArray(request)) return answer(request);
  if (request.length === 0) return { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: null };
  const answers = request.map(answer).filter((one) => one !== undefined);
  return answers.length === 0 ? undefined : answers;
}

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const answered = request.method === 'POST' ? answerText(Buffer.concat(parts).toString('utf8')) : undefined;
    if (request.method !== 'POST') response.writeHead(405, { allow: 'POST' }).end();
    else if (answered === undefined) response.writeHead(204).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
  });
});
const port = Number(process.argv[process.argv.indexOf('--port') + 1] || 8080);
server.listen(port, '127.0.0.1', () => console.log(`listens on http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => server.close(() => process.exit(0)) && server.closeAllConnections());
