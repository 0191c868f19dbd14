import type { LoadedSpec } from '../load.ts';
import { neutralNames, render } from '../names.ts';
import { fileOf, type Problem } from './problem.ts';

/**
 * Names of the service that hold its own brand, or that of the external chain or its client. Each must be written with
 * tokens, or it could not be rendered for a node.
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

/** Words that begin like a brand and are none. */
const ordinary = /^(coinbase|extract|external|extended|extra|extension)/;

const keyInText =
  /[,.] (presence|only|onlyWhen|reading|unit|default|defaultText|deprecated|description|required|schema|untestable|section|onInvalid): /;

/** Names with a brand that no token stands for, tokens that are unknown, and texts that swallowed a key of their file. */
export function checkText(loaded: LoadedSpec): Problem[] {
  const { spec, branded } = loaded;
  const problems: Problem[] = [];
  const known = new Map(brandedNames.map((name) => [render(name, neutralNames), name]));
  const checkName = (file: string, name: string): void => {
    const tokens = known.get(name);
    if (tokens !== undefined) {
      if (!branded.includes(tokens)) problems.push({ file, message: `${name} holds a brand; write it as "${tokens}"` });
    } else if (name.split(/[_ -]/).some((word) => /^(coin|ext)/.test(word) && !ordinary.test(word))) {
      problems.push({
        file,
        message: `${name} seems to hold a brand, and is not among the names that may; write it with {coin}, {ext} or {extclient} and list it`,
      });
    }
  };
  const visit = (file: string, value: unknown): void => {
    if (typeof value === 'string') {
      const unknown = /\{[a-z]*(coin|ext)[a-z]*\}/i.exec(value)?.[0];
      if (unknown !== undefined && render(unknown, neutralNames) === unknown)
        problems.push({ file, message: `${unknown} is no token; there are {coin}, {ext} and {extclient}` });
      const swallowed = keyInText.exec(value)?.[1];
      if (swallowed !== undefined) problems.push({ file, message: `"${value}" has swallowed a key: close the text before ${swallowed}` });
      if (value !== value.trim() || / {2}/.test(value)) problems.push({ file, message: `"${value}" has blanks too many` });
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
      message: `"${name}" is written with tokens, and is not among the names that hold a brand; in text write coin, ext or extclient`,
    })),
  ];
}
