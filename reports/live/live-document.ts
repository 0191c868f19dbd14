import { escapeHtml } from '../escape.ts';
import { documentHead } from '../html/document.ts';
import { liveScript } from './live-script.ts';

/** The page into which the sections of a command are drawn. */
export function liveDocument({ title, styles }: { readonly title: string; readonly styles: string }): string {
  return `${documentHead({ title, styles, script: liveScript, isServed: true })}<div id="sections"></div>
<p id="connection" class="connection" role="status">Connecting.</p>
<noscript><p>${escapeHtml('This page is drawn by a script.')}</p></noscript>
<footer>Drawn by Pyx while the command goes on. The report at its end has all figures.</footer>
</main><script>${liveScript}</script></body></html>
`;
}
