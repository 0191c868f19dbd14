import { createHash } from 'node:crypto';
import { escapeHtml } from '../escape.ts';

/** Otherwise browsers ask the server for one. */
const NO_ICON = '<link rel="icon" href="data:,">';

interface HeadOptions {
  readonly title: string;
  readonly styles: string;
  readonly script?: string;
  readonly foreignStyles?: boolean;
  readonly isServed?: boolean;
}

/**
 * The beginning of a page, up to `<main>`. Its content security policy allows only this style sheet and, if there is one,
 * this script, so that a text with faulty escaping could not run either; the page needs no network. `foreignStyles`: the
 * script styles its elements itself, and has pictures in its styles. `isServed`: the script may connect to where the page came from.
 */
export function documentHead({ title, styles, script, foreignStyles = false, isServed = false }: HeadOptions): string {
  const policy = [
    "default-src 'none'",
    ...(foreignStyles ? ["style-src 'unsafe-inline'"] : [`style-src '${hash(styles)}'`]),
    ...(foreignStyles || isServed ? ['img-src data:'] : []),
    ...(script === undefined ? [] : [`script-src '${hash(script)}'`]),
    ...(isServed ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `${headOf(title, policy, `${isServed ? NO_ICON : ''}<style>${styles}</style>`)}<main>
`;
}

/**
 * The beginning of a page of a site, up to `<body>`: style sheets and scripts are files beside it, named by their addresses. Its policy
 * allows those of the same site, or of the disk that the page is opened from, and nothing within the page. `isServed`: as above.
 */
export function linkedHead({
  title,
  styles,
  scripts,
  isServed,
}: {
  readonly title: string;
  readonly styles: string;
  readonly scripts: readonly string[];
  readonly isServed: boolean;
}): string {
  const policy = [
    "default-src 'none'",
    "style-src 'self' file:",
    "script-src 'self' file:",
    'img-src data:',
    ...(isServed ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const tags = scripts.map((script) => `<script src="${escapeHtml(script)}" defer></script>`);
  return headOf(title, policy, `${NO_ICON}<link rel="stylesheet" href="${escapeHtml(styles)}">${tags.join('')}`);
}

function headOf(title: string, policy: readonly string[], links: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy.join('; '))}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>${links}</head><body>`;
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
