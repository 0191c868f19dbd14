/** Of every answer: no other site may show it or read it, and nothing keeps it. */
export const ANSWER_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Whether a request names loopback, with any port: the page may be reached through a tunnel. A site could have its own name resolve there, and then read the answers. */
export const isLoopback = (host: string | undefined): boolean =>
  host !== undefined && /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/i.test(host);
