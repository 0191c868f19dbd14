import { stringify } from '../../client/wire-json.ts';
import { requestObject } from '../../client/request-object.ts';
import type { ShownCall } from '../../engine/outcome.ts';
import { shellCommand } from '../../engine/shell-command.ts';
import { argumentForm } from '../../specs/model/argument-form.ts';
import { namedArguments, positionalArguments } from '../../specs/model/named-arguments.ts';
import { render, type Names } from '../../specs/model/names.ts';
import { name as memberName, quote } from '../../specs/model/type-text.ts';
import type { Method, Spec } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { curlCommand } from '../curl.ts';
import type { Manual } from './manual.ts';

/** A call as people write it. */
export interface CallForm {
  /** `curl`, `coin-cli`, `JSON-RPC`, or TypeScript and with what. */
  readonly language: string;
  readonly text: string;
}

/** A call in each form in which it can be made: coin-cli and the typed library know the methods of Pyx's own standard. */
export function callForms(manual: Pick<Manual, 'spec' | 'names' | 'isPyxs'>, method: Method, call: ShownCall): CallForm[] {
  const { spec, names, isPyxs } = manual;
  const curl = curlCommand({ ...call, method: wireName(method, names) }, { name: 'embedded' }, names);
  return [
    ...(isPyxs ? [{ language: 'coin-cli', text: coinCliCommand(spec, method, call, names) }] : []),
    ...(curl === undefined ? [] : [{ language: 'curl', text: curl }]),
    isPyxs
      ? { language: 'TypeScript, on a node of pyx/coind', text: typedCall(method, call) }
      : { language: 'TypeScript, by a client of pyx', text: clientCall(method, call, names) },
    { language: 'JSON-RPC', text: requestText(method, call, names) },
  ];
}

const wireName = ({ wire }: Method, names: Names): string => render(wire.method, names);

function requestText(method: Method, { params, jsonrpc }: ShownCall, names: Names): string {
  return stringify(requestObject('pyx', wireName(method, names), params, { jsonrpc: jsonrpc ?? '1.0' }));
}

/**
 * The call by coin-cli: texts as they are, everything else as JSON, as `convertCall` of coin-cli reads it back. By name where an argument
 * before a given one is left out.
 */
export function coinCliCommand(spec: Spec, method: Method, { params, wallet }: ShownCall, names: Names): string {
  const given = givenArguments(method, params);
  const isText = (name: string): boolean => {
    const param = method.params.find((candidate) => candidate.name === name);
    const type = param ? argumentForm(spec, param).type : 'any';
    return type === 'string' || type === 'any';
  };
  const word = ([name, value]: readonly [string, Wire]): string => (typeof value === 'string' && isText(name) ? value : wordOf(value));
  const hasGap = given.some(([name], index) => method.params[index]?.name !== name);
  return `npx --no-install coin-cli ${shellCommand([
    ...(wallet === undefined ? [] : [`-rpcwallet=${wallet}`]),
    ...(hasGap ? ['-named'] : []),
    wireName(method, names),
    ...method.wire.prefix,
    ...given.map((argument) => (hasGap ? `${argument[0]}=${word(argument)}` : word(argument))),
  ])}`;
}

/** A text that is no JSON is taken for the text also where another type is possible. */
function wordOf(value: Wire): string {
  return typeof value === 'string' && !/^(?:[\d"[{-]|true$|false$|null$)/.test(value) ? value : stringify(value);
}

/** The call on a node within a program (`pyx/coind`), whose arguments and result are typed. */
export function typedCall(method: Method, { params, wallet }: ShownCall): string {
  const given = givenArguments(method, params);
  const named = `{ ${given.map(([name, value]) => `${memberName(name)}: ${stringify(value)}`).join(', ')} }`;
  const options = wallet === undefined ? [] : [`{ wallet: ${JSON.stringify(wallet)} }`];
  const args = given.length === 0 && options.length === 0 ? [] : [given.length === 0 ? '{}' : named, ...options];
  return `const result = await node.call(${[quote(method.id), ...args].join(', ')});`;
}

/** The call by the untyped client of the library. */
function clientCall(method: Method, { params }: ShownCall, names: Names): string {
  return `const reply = await client.call(${quote(wireName(method, names))}, ${stringify(params as Wire)});`;
}

/** The arguments that are given, by name, in the order of the method. */
function givenArguments(method: Method, params: ShownCall['params']): [string, Wire][] {
  const byName = namedArguments(method, positionalArguments(method, params));
  return Object.entries(byName).filter((entry): entry is [string, Wire] => entry[1] !== undefined && entry[1] !== null);
}
