import { isAbsolute, resolve } from 'node:path';
import type { Credentials } from '../../client/types.ts';
import { UsageError } from '../usage-error.ts';

/** Where figures go while they arise. */
export type Destination =
  | { readonly type: 'file'; readonly file: string }
  /** To be scraped there. `port` 0: a free one. */
  | { readonly type: 'scrape'; readonly host: string; readonly port: number; readonly path: string }
  /** `shown` has no credentials, and no query, which may hold some. */
  | { readonly type: 'otlp'; readonly url: string; readonly shown: string; readonly credentials: Credentials | undefined };

/** What `--metrics` takes. */
export const METRICS_FORMS = 'FILE, http://127.0.0.1:PORT/metrics (listens there), or otlp+http://HOST:4318 (sends there)';

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const OTLP_PATH = '/v1/metrics';

/** Reads a value of `--metrics`. Throws `UsageError`, which shows no credentials. */
export function destinationOf(text: string): Destination {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return fileOf(text);
  if (scheme === 'http') return scrapeOf(text);
  if (scheme === 'otlp+http' || scheme === 'otlp+https') return otlpOf(text.slice('otlp+'.length));
  throw new UsageError(`--metrics: ${scheme}:// is no form of an address that it takes`, { remedy: `give ${METRICS_FORMS}` });
}

function fileOf(text: string): Destination {
  if (text === '' || (!isAbsolute(text) && /^[\w.[\]:-]+:\d+(?:\/.*)?$/.test(text)))
    throw new UsageError(`--metrics: ${JSON.stringify(text)} is neither a file nor a URL`, { remedy: `give ${METRICS_FORMS}` });
  return { type: 'file', file: resolve(text) };
}

function scrapeOf(text: string): Destination {
  const url = urlOf(text);
  if (!LOOPBACK.test(url.hostname))
    throw new UsageError(`--metrics: Pyx listens on this machine only, not on ${url.hostname}`, {
      remedy: 'give http://127.0.0.1:PORT/metrics; to send to a collector that runs there, give otlp+http://HOST:4318',
    });
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError('--metrics: the address to listen on has credentials, a query or a fragment', {
      remedy: 'give http://127.0.0.1:PORT/metrics without them',
    });
  const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname.replace(/^\[|\]$/g, '');
  return { type: 'scrape', host, port: portOf(text, url), path: url.pathname === '/' ? '/metrics' : url.pathname };
}

/** `URL` leaves out port 80, and no port at all is a mistake. */
function portOf(text: string, url: URL): number {
  if (url.port !== '') return Number(url.port);
  if (/:80(?:\/|$)/.test(text.replace(SCHEME, ''))) return 80;
  throw new UsageError('--metrics: the address to listen on has no port', { remedy: 'give one, such as http://127.0.0.1:9464/metrics' });
}

function otlpOf(text: string): Destination {
  const url = urlOf(text);
  const { username, password, protocol, host } = url;
  const credentials = username === '' && password === '' ? undefined : { user: decoded(username), password: decoded(password) };
  const pathname = url.pathname === '/' ? OTLP_PATH : url.pathname;
  const shown = `otlp+${protocol}//${host}${pathname}`;
  return { type: 'otlp', url: `${protocol}//${host}${pathname}${url.search}`, shown, credentials };
}

function urlOf(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  const hint = text.includes('@') ? ' (percent-encode / ? # @ and : in the password)' : '';
  throw new UsageError('--metrics: the URL cannot be read', { remedy: `give ${METRICS_FORMS}${hint}` });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new UsageError('--metrics: the user or password in the URL is not percent-encoded', { remedy: 'write % as %25' });
  }
}
