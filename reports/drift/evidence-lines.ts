import { stringify } from 'lossless-json';
import { shortened } from '../format.ts';
import type { ReportedDrift } from './results.ts';

const VALUE_CHARACTERS = 600;
const PLACES = 6;
const names = { help: 'help', call: 'called', discover: 'described', case: 'probed' } as const;

/** What shows a finding, as labelled texts: place in the specification, places, help line or call and answer, replay. */
export function evidenceLines({ source, places, before, after, evidence, accepted }: ReportedDrift): [string, string][] {
  const { kind, text, request, response, replay } = evidence;
  const more = places.length - PLACES;
  const shown = places.slice(0, PLACES).map(({ method, path }) => [method, path].filter(Boolean).join(' '));
  const json = (value: unknown): string => shortened(stringify(value) ?? '', VALUE_CHARACTERS);
  return [
    ['place', source],
    ...(places.length > 1 || places[0]?.path !== ''
      ? [['where', `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`] as [string, string]]
      : []),
    ...(before !== '' ? [['documents', before] as [string, string]] : []),
    ...(after !== '' ? [['node', after] as [string, string]] : []),
    [names[kind], text],
    ...(request === undefined ? [] : [['request', json(request)] as [string, string]]),
    ...(response === undefined ? [] : [['response', json(response)] as [string, string]]),
    ...(replay === undefined ? [] : [['replay', replay] as [string, string]]),
    ...(accepted === undefined ? [] : [['accepted', accepted] as [string, string]]),
  ];
}
