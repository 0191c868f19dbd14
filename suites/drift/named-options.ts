import { PROFILES, profileNames } from '../../fixtures/targets/profiles.ts';

const OPTION = /(?<![\w-])-{1,2}([a-z][a-z0-9]{3,30}(?:=\w{1,40})?)/g;
/** Options that the target itself gives, and those that change the chain, the connections or the data of a node, or run programs. */
const NEVER =
  /^-(?:\w*net|chain|regtest|conf|\w*dir|\w*file|\w*notify|rpc\w*|connect|addnode|seednode|proxy|onion|bind|port|listen\w*|dnsseed|wallet|disablewallet|daemon\w*|server|pid|reindex\w*|\w*wallettxes|salvagewallet|rescan|version|help|printtoconsole|signer|startupnotify)(?:=|$)/;
/** What nodes of one profile have or have not, so that cases expect its absence elsewhere. */
const GIVEN = new Set(profileNames.flatMap((name) => PROFILES[name]).map((option) => option.split('=', 1)[0] ?? option));

/** Start options that a text names and that may be tried: `-deprecatedrpc=signrawtransaction`. */
export function optionsNamedIn(text: string): string[] {
  const named = [...text.matchAll(OPTION)].map(([, option = '']) => `-${option}`);
  return [...new Set(named)].filter((option) => !NEVER.test(option) && !isGiven(option));
}

/** One with a value that says what it enables is another option with each value. */
function isGiven(option: string): boolean {
  const [name = '', value] = option.split('=', 2);
  if (name === '-deprecatedrpc') return value === undefined || profileNames.some((profile) => PROFILES[profile].includes(option));
  return GIVEN.has(name);
}
