import type { LoadedSpec } from '../load.ts';
import { neutralNames, render } from '../names.ts';
import { fileOf, type SpecProblem } from './problem.ts';

/**
 * Names of the service that contain its brand, or that of the external chain or its client. They must be written with
 * tokens, so that they can be rendered for a node.
 */
const brandedNames: readonly string[] = [
  '{coin}addscript',
  '{coin}burn',
  '{coin}decoderawtransaction',
  '{coin}listreceivedbyaddress',
  '{coin}mint',
  '{coin}set{ext}headers',
  '{coin}set{ext}status',
  '{coin}start{extclient}',
  '{coin}stop{extclient}',
  '{coin}txfund',
  '{extclient}_current_block',
  '{extclient}_sync_status',
  '{extclient}_total_blocks',
  '{ext}_destination_address',
  '{ext} address',
];

/** Words that start like a brand and are not one. */
const ordinary = /^(coinbase|extract|external|extended|extra|extension)/;

const keyInText =
  /[,.] (presence|only|onlyWhen|reading|unit|default|defaultText|deprecated|description|required|schema|untestable|section|onInvalid): /;

/** Names with a brand instead of a token, unknown tokens, and texts that include a key of their file by mistake. */
export function checkText(loaded: LoadedSpec): SpecProblem[] {
  const { spec, branded } = loaded;
  const problems: SpecProblem[] = [];
  const known = new Map(brandedNames.map((name) => [render(name, neutralNames), name]));
  const checkName = (file: string, name: string): void => {
    const tokens = known.get(name);
    if (tokens !== undefined) {
      if (!branded.includes(tokens)) problems.push({ file, message: `${name} contains a brand; write it as "${tokens}"` });
    } else if (name.split(/[_ -]/).some((word) => /^(coin|ext)/.test(word) && !ordinary.test(word))) {
      problems.push({
        file,
        message: `${name} seems to contain a brand and is not in the list of branded names; write it with {coin}, {ext} or {extclient} and list it`,
      });
    }
  };
  const visit = (file: string, value: unknown): void => {
    if (typeof value === 'string') {
      const unknown = /\{[a-z]*(coin|ext)[a-z]*\}/i.exec(value)?.[0];
      if (unknown !== undefined && render(unknown, neutralNames) === unknown)
        problems.push({ file, message: `${unknown} is not a token; use {coin}, {ext} or {extclient}` });
      const swallowed = keyInText.exec(value)?.[1];
      if (swallowed !== undefined)
        problems.push({ file, message: `"${value}" includes a key of the file; end the text before ${swallowed}` });
      if (value !== value.trim() || / {2}/.test(value)) problems.push({ file, message: `"${value}" has extra spaces` });
    } else if (Array.isArray(value)) {
      for (const item of value) visit(file, item);
    } else if (value !== null && typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) {
        if (key === 'properties' && item !== null && typeof item === 'object') for (const name of Object.keys(item)) checkName(file, name);
        visit(file, item);
      }
    }
  };
  for (const part of [
    ...spec.methods,
    ...Object.values(spec.shapes),
    ...spec.states,
    ...spec.statuses,
    ...spec.limits,
    ...spec.errors,
    ...spec.envelope,
  ]) {
    visit(fileOf(loaded, part), part);
  }
  for (const method of spec.methods) {
    checkName(fileOf(loaded, method), method.id);
    for (const param of method.params) checkName(fileOf(loaded, method), param.name);
  }
  const tokensUnlisted = branded.filter((name) => !brandedNames.includes(name));
  return [
    ...problems,
    ...tokensUnlisted.map((name) => ({
      file: 'standard',
      message: `"${name}" is written with tokens and is not in the list of branded names; in text write coin, ext or extclient`,
    })),
  ];
}
