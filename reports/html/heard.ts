import { callsHeard, fates, fateTexts } from '../../engine/heard.ts';
import type { Digest } from '../digest.ts';
import { escapeHtml } from '../escape.ts';
import { count, counted, percentText } from '../format.ts';
import { bar } from './bars.ts';

/** What `pyx listen` heard: what came of the calls, and who made them. Empty for other runs. */
export function heardSection({ heard }: Pick<Digest, 'heard'>): string {
  if (!heard) return '';
  const all = callsHeard(heard);
  const row = (name: string, value: number, look: string): string =>
    [
      `<div class="row time"><span class="break">${escapeHtml(name)}</span>`,
      bar([{ name: look, value }], all, `${value} of ${all}`),
      `<span class="num"><b>${count(value)}</b> <span class="soft">${percentText(value, all)}</span></span></div>`,
    ].join('');
  const ofFates = fates
    .filter((fate) => heard.calls[fate] > 0)
    .map((fate) => row(fateTexts[fate], heard.calls[fate], fate === 'judged' ? 'passed' : 'observed'));
  const ofClients = heard.clients.map(({ name, calls }) => row(name, calls, 'plain'));
  return `<section id="heard"><h2>Heard <small>${counted(all, 'call')} over ${counted(heard.connections, 'connection')}</small></h2><div class="rows">${ofFates.join('')}</div>
${ofClients.length === 0 ? '' : `<h3>Clients</h3><div class="rows">${ofClients.join('')}</div>`}</section>`;
}
