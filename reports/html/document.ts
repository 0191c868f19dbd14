import { createHash } from 'node:crypto';
import { escapeHtml } from '../escape.ts';

/**
 * The beginning of a page, up to `<main>`. Its content security policy allows only this style sheet and, if there is one,
 * this script, so that a text with faulty escaping could not run either; the page needs no network. `foreignStyles`: the
 * script styles its elements itself, and has pictures in its styles.
 */
export function documentHead({
  title,
  styles,
  script,
  foreignStyles = false,
}: {
  readonly title: string;
  readonly styles: string;
  readonly script?: string;
  readonly foreignStyles?: boolean;
}): string {
  const policy = [
    "default-src 'none'",
    ...(foreignStyles ? ["style-src 'unsafe-inline'", 'img-src data:'] : [`style-src '${hash(styles)}'`]),
    ...(script === undefined ? [] : [`script-src '${hash(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title><style>${styles}</style></head><body><main>
`;
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
