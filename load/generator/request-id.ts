/** The id of every request: each connection has one call in flight, so that it need not distinguish them. */
export const REQUEST_ID = 'pyx-load';
