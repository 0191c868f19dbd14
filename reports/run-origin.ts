import { callsHeard, fates, fateTexts, type Heard } from '../engine/heard.ts';
import type { StartLine } from '../engine/journal-lines.ts';
import type { Digest } from './digest.ts';
import { count, counted, shortened } from './format.ts';

const CLIENTS = 3;
const COMMAND_CHARACTERS = 200;

/** The command whose results these are, without `pyx`. */
export const commandOf = ({ listened }: Pick<StartLine, 'listened'>): 'run' | 'listen' => (listened ? 'listen' : 'run');

/** Where the calls came from, in a few words: `seed 42`, or `listened at http://127.0.0.1:18500`. */
export function originText({ seed, listened }: Pick<StartLine, 'seed' | 'listened'>): string {
  return listened ? `listened at ${listened.at}` : `seed ${seed}`;
}

/** The same as labels with their values: the seed; or what was listened to, who called, and how much was heard. */
export function originFacts({
  start,
  heard,
  commandCode,
}: Pick<Digest, 'start' | 'heard' | 'commandCode'>): [label: string, value: string][] {
  const { seed, listened } = start;
  if (!listened) return [['seed', String(seed)]];
  const ended = commandCode === undefined ? '' : `, exit code ${commandCode}`;
  return [
    ['listened at', listened.at],
    ['command', listened.command ? `${shortened(listened.command.join(' '), COMMAND_CHARACTERS)}${ended}` : 'none, until Ctrl-C'],
    ...(heard ? heardFacts(heard) : []),
  ];
}

function heardFacts(heard: Heard): [label: string, value: string][] {
  const { clients, calls } = heard;
  const named = clients.slice(0, CLIENTS).map((client) => `${client.name} (${counted(client.calls, 'call')})`);
  const more = clients.length > CLIENTS ? [`${count(clients.length - CLIENTS)} more`] : [];
  return [
    ['clients', named.length === 0 ? 'none' : [...named, ...more].join('; ')],
    ['calls', `${count(callsHeard(heard))} heard, ${count(calls.judged)} judged`],
  ];
}

/** `Heard 15 calls over 3 connections: 12 judged, 2 refused by the node.` */
export function heardText(heard: Heard): string {
  const parts = fates.filter((fate) => heard.calls[fate] > 0).map((fate) => `${count(heard.calls[fate])} ${fateTexts[fate]}`);
  const all = `Heard ${counted(callsHeard(heard), 'call')} over ${counted(heard.connections, 'connection')}`;
  return `${all}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`;
}

/** The heading of the coverage. */
export function coverageTitle({ wholeRun, listened }: Pick<StartLine, 'wholeRun' | 'listened'>): string {
  return listened ? 'Coverage: what the clients use of the standard' : wholeRun ? 'Coverage' : 'Coverage of the selected cases';
}

/** The heading of what was not tried, or heard and not checked. */
export const untriedTitle = ({ listened }: Pick<StartLine, 'listened'>): string => (listened ? 'Not checked' : 'Not run');
