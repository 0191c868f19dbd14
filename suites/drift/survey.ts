import type { Reply } from '../../client/types.ts';
import { neutralByOwn } from '../../specs/model/branded-names.ts';
import { render, type Names } from '../../specs/model/names.ts';
import { importOpenRpc } from '../../specs/model/openrpc/import-openrpc.ts';
import { isObject } from '../../specs/model/resolve.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method, Param } from '../../specs/model/types.ts';
import { UserError } from '../../specs/model/user-error.ts';
import type { Ask, AskedNode } from './asked-node.ts';
import { helpArguments, helpLines, type HelpArgument, type HelpLine } from './help-text.ts';

/** What a node reports about one method, by its name on the wire. */
export interface SurveyedMethod {
  /** `refused`: it exists and refused a call with too many arguments. `unknown`: it was not called. */
  readonly call: 'refused' | 'answered' | 'not-found' | 'unknown';
  /** The error of that call. */
  readonly error?: { readonly code: number; readonly message: string };
  /** Its help text; undefined if it has none. */
  readonly help?: string;
  /** Its arguments by its help text, by their neutral names; undefined if the text does not show them. */
  readonly arguments?: readonly HelpArgument[];
  /** Arguments that calls know by name (true) or refuse as unknown (false). Of others this is not known. */
  readonly named: Readonly<Record<string, boolean>>;
}

/** What a node reports about itself without running anything. */
export interface Survey {
  /** Lines of `help`; undefined if the node has no such method. */
  readonly listed: readonly HelpLine[] | undefined;
  /** By name on the wire: documented methods and those that help lists, less those whose questions cost two nodes. */
  readonly methods: ReadonlyMap<string, SurveyedMethod>;
  /** Names that may be those of fields: members of `getblockchaininfo`, and words in quotation marks in help texts. */
  readonly fields: readonly string[];
  /** Arguments of methods by an OpenRPC document of the node, with the method that offered it. */
  readonly discovered: { readonly by: string; readonly params: ReadonlyMap<string, readonly Param[]> } | undefined;
}

export interface SurveyOptions {
  readonly specification: Specification;
  readonly names: Names;
  /** Methods that Pyx does not know may be called, with arguments that any node of the family refuses. */
  readonly callUnknown: boolean;
  readonly readOnly: boolean;
}

const NOT_FOUND = -32601;
/** More arguments than any method has: a node of the family refuses the call before it does anything. */
const TOO_MANY = Array.from({ length: 40 }, () => null);
/** Names that no method knows. A node reports one of several unknown names, often that which came first or last. */
const UNKNOWN_NAMES = ['pyx', 'unknown', 'zz', 'none_such'];
const QUOTED = /"([a-z][a-z0-9_]{1,60})"/g;
const DESCRIBING = ['rpc.discover', 'getopenrpcinfo'];

/**
 * Asks a node what it offers: by `help`, by calls that it must refuse, and by its OpenRPC document, if it has one. Throws as
 * `AskedNode.ask` does.
 */
export async function surveyNode(asked: AskedNode, options: SurveyOptions): Promise<Survey> {
  const { specification, names } = options;
  const documented = new Map<string, Method[]>();
  for (const method of specification.documented) {
    const wire = render(method.wire.method, names);
    documented.set(wire, [...(documented.get(wire) ?? []), method]);
  }
  const listing = await asked.ask('the survey: help', null, (ask) => ask('help', []));
  const listed = listing?.type === 'result' && typeof listing.result === 'string' ? helpLines(listing.result) : undefined;
  const methods = new Map<string, SurveyedMethod>();
  const spelling = new Spelling(specification.branded, names);
  for (const wire of new Set([...documented.keys(), ...(listed ?? []).map(({ name }) => name)])) {
    const known = documented.get(wire);
    const mayCall = known ? mayBeCalled(known, options) : options.callUnknown;
    const method = await asked.ask(`the survey: ${wire}`, known?.[0]?.id ?? null, (ask) =>
      surveyMethod(ask, { wire, known: known ?? [], mayCall, spelling }),
    );
    if (method) methods.set(wire, method);
  }
  const discovered = await asked.ask('the survey: OpenRPC', null, discover);
  const chainInfo = await asked.ask('the survey: getblockchaininfo', null, (ask) => ask('getblockchaininfo', []));
  const members = chainInfo?.type === 'result' && isObject(chainInfo.result) ? Object.keys(chainInfo.result) : [];
  const quoted = [...methods.values()].flatMap(({ help = '' }) => [...help.matchAll(QUOTED)].map(([, word = '']) => word));
  return { listed, methods, fields: [...new Set([...members, ...quoted])], discovered };
}

/** `stop` with too many arguments might stop a node that ignores them. */
function mayBeCalled(methods: readonly Method[], { readOnly }: SurveyOptions): boolean {
  const effects = methods.flatMap(({ variants }) => variants.flatMap(({ effect }) => effect));
  return !effects.includes('process') && (!readOnly || effects.every((effect) => effect === 'read'));
}

interface Asked {
  readonly wire: string;
  readonly known: readonly Method[];
  readonly mayCall: boolean;
  readonly spelling: Spelling;
}

async function surveyMethod(ask: Ask, { wire, known, mayCall, spelling }: Asked): Promise<SurveyedMethod> {
  const about = await ask('help', [wire]);
  const text =
    about.type === 'result' && typeof about.result === 'string' && !/unknown command/.test(about.result) ? about.result : undefined;
  const args = text === undefined ? undefined : helpArguments(text)?.map((argument) => spelling.neutral(argument));
  const described = { ...(text !== undefined && { help: text }), ...(args !== undefined && { arguments: args }) };
  if (!mayCall) return { call: 'unknown', ...described, named: {} };
  const reply = await ask(wire, TOO_MANY);
  if (reply.type === 'fault')
    throw new UserError(`the node sent no valid answer to ${wire} with too many arguments: ${reply.fault.message}`, {
      remedy: 'pyx fuzz finds such calls',
    });
  if (reply.type === 'result') return { call: 'answered', ...described, named: {} };
  if (reply.error.code === NOT_FOUND) return { call: 'not-found', error: reply.error, ...described, named: {} };
  return { call: 'refused', error: reply.error, ...described, named: await namedArguments(ask, { wire, known, spelling }, args) };
}

/** How the node writes the names of arguments that have a brand. */
class Spelling {
  readonly #neutral: ReadonlyMap<string, string>;
  readonly #own: ReadonlyMap<string, string>;

  constructor(branded: readonly string[], names: Names) {
    this.#neutral = neutralByOwn(branded, names);
    this.#own = new Map([...this.#neutral].map(([own, neutral]) => [neutral, own]));
  }

  neutral(argument: HelpArgument): HelpArgument {
    const name = this.#neutral.get(argument.name ?? '');
    return name === undefined ? argument : { ...argument, name };
  }

  own(name: string): string {
    return this.#own.get(name) ?? name;
  }
}

/**
 * Tries arguments by name. Those on which the documents and help differ are tried one by one, the others together: they are
 * known unless one is refused. A call with an unknown name is refused before it is run.
 */
async function namedArguments(
  ask: Ask,
  { wire, known, spelling }: Omit<Asked, 'mayCall'>,
  args: readonly HelpArgument[] | undefined,
): Promise<Record<string, boolean>> {
  const [method] = known;
  if (!method || method.wire.prefix.length > 0 || args === undefined) return {};
  const refusedOf = async (names: readonly string[]): Promise<string[]> => {
    const own = names.map((name) => spelling.own(name));
    const refusals = await refusedNames(ask, wire, own);
    return refusals.map((refused) => names[own.indexOf(refused)] ?? refused);
  };
  const documented = method.params.map(({ name }) => name);
  const shown = args.flatMap(({ name }) => name ?? []);
  const named: Record<string, boolean> = {};
  for (const name of new Set([...documented, ...shown.slice(0, documented.length)])) {
    if (documented.includes(name) && shown.includes(name)) continue;
    const refusals = await refusedOf([name]);
    if (refusals.every((refused) => refused !== '')) named[name] = !refusals.includes(name);
  }
  let agreed = documented.filter((name) => shown.includes(name));
  // A node reports one of several unknown names.
  for (let refused = ['']; refused.length > 0 && agreed.length > 0; agreed = agreed.filter((name) => !refused.includes(name))) {
    const refusals = await refusedOf(agreed);
    refused = agreed.filter((name) => refusals.includes(name));
    for (const name of refused) named[name] = false;
  }
  return named;
}

/** The names that calls with these names and one that no method knows refuse; empty texts for other answers. */
async function refusedNames(ask: Ask, wire: string, names: readonly string[]): Promise<string[]> {
  const refusals: string[] = [];
  const values = Object.fromEntries(names.map((name) => [name, null]));
  for (const other of UNKNOWN_NAMES) {
    for (const call of [
      { ...values, [other]: null },
      { [other]: null, ...values },
    ])
      refusals.push(refusedName(await ask(wire, call)) ?? '');
  }
  return refusals;
}

/** The name in `Unknown named parameter x`; undefined for another answer. */
function refusedName(reply: Reply): string | undefined {
  return reply.type === 'error' ? /^Unknown named parameter (\S+)$/.exec(reply.error.message)?.[1] : undefined;
}

async function discover(ask: Ask): Promise<Survey['discovered']> {
  for (const by of DESCRIBING) {
    const reply = await ask(by, []);
    const document = reply.type === 'result' ? reply.result : undefined;
    if (!isObject(document) || document['openrpc'] === undefined) continue;
    const { spec } = importOpenRpc(JSON.parse(JSON.stringify(document)));
    return { by, params: new Map(spec.methods.map(({ id, params }) => [id, params])) };
  }
  return undefined;
}
