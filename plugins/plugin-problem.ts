import { likely } from '../specs/model/nearest.ts';

type Check = (value: unknown) => boolean;

const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isFunction: Check = (value) => typeof value === 'function';
const isText: Check = (value) => typeof value === 'string' && value !== '';
const isFlag: Check = (value) => typeof value === 'boolean';

/** What each member of a plug-in must be, in words for its author. */
const MEMBERS: { readonly [member: string]: readonly [check: Check, words: string] } = {
  name: [
    (value) => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value),
    'a text of a-z, digits and hyphens that begins with a letter',
  ],
  cases: [(value) => Array.isArray(value) || isFunction(value), 'a list of cases, or a function that returns one'],
  reports: [isObject, 'an object with a report for each name'],
  targets: [Array.isArray, 'a list of kinds of targets'],
  kinds: [isObject, 'an object with a provider of values for each shape'],
};

const REPORT = { byDefault: [isFlag, 'true or false'], create: [isFunction, 'a function'] } as const;
const TARGET = {
  form: [isText, 'a text, such as "vm:<name>"'],
  prefix: [isText, 'a text, such as "vm:"'],
  starts: [isFlag, 'true or false'],
  open: [isFunction, 'a function'],
} as const;
const KIND = { living: [isFunction, 'a function'] } as const;

/** What is wrong with the default export of a module as a plug-in, and the name that its place in the source has; undefined if it is one. */
export function pluginProblem(value: unknown): { readonly problem: string; readonly at?: string } | undefined {
  if (!isObject(value)) return { problem: 'the default export is no plug-in: an object with a name, and what it adds' };
  const plugin = value as { readonly [member: string]: unknown };
  if (plugin['name'] === undefined) return { problem: 'the plug-in has no name' };
  for (const member of Object.keys(plugin)) {
    const known = MEMBERS[member];
    if (!known) {
      const near = likely(member, Object.keys(MEMBERS));
      return { problem: `a plug-in has no "${member}"${near === undefined ? '' : `, did you mean ${near}?`}`, at: member };
    }
    const [check, words] = known;
    if (plugin[member] !== undefined && !check(plugin[member])) return { problem: `${member} is not ${words}`, at: member };
  }
  const parts = [
    ...Object.entries((plugin['reports'] ?? {}) as object).map(([name, report]) => [`reports.${name}`, report, REPORT] as const),
    ...((plugin['targets'] ?? []) as readonly unknown[]).map((target, index) => [`targets[${index}]`, target, TARGET] as const),
    ...Object.entries((plugin['kinds'] ?? {}) as object).map(([name, kind]) => [`kinds.${name}`, kind, KIND] as const),
  ];
  for (const [at, part, members] of parts) {
    const problem = partProblem(at, part, members);
    if (problem !== undefined) return { problem };
  }
  return undefined;
}

/** What is wrong with an object that must have these members. */
function partProblem(at: string, part: unknown, members: { readonly [member: string]: readonly [Check, string] }): string | undefined {
  if (!isObject(part)) return `${at} is not an object`;
  for (const [member, [check, words]] of Object.entries(members)) {
    if (!check((part as { readonly [name: string]: unknown })[member])) return `${at}.${member} is not ${words}`;
  }
  return undefined;
}
