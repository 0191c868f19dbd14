import { createHash } from 'node:crypto';
import { escapeHtml } from '../escape.ts';

/** Otherwise browsers ask the server for one. */
const NO_ICON = '<link rel="icon" href="data:,">';

/**
 * The beginning of a page, up to `<main>`. Its content security policy allows only this style sheet and, if there is one,
 * this script, so that a text with faulty escaping could not run either; the page needs no network. `foreignStyles`: the
 * script styles its elements itself, and has pictures in its styles. `isServed`: the script may connect to where the page came from.
 */
export function documentHead({
  title,
  styles,
  script,
  foreignStyles = false,
  isServed = false,
}: {
  readonly title: string;
  readonly styles: string;
  readonly script?: string;
  readonly foreignStyles?: boolean;
  readonly isServed?: boolean;
}): string {
  const policy = [
    "default-src 'none'",
    ...(foreignStyles ? ["style-src 'unsafe-inline'"] : [`style-src '${hash(styles)}'`]),
    ...(foreignStyles || isServed ? ['img-src data:'] : []),
    ...(script === undefined ? [] : [`script-src '${hash(script)}'`]),
    ...(isServed ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">${isServed ? NO_ICON : ''}
<title>${escapeHtml(title)}</title><style>${styles}</style></head><body><main>
`;
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
