/** The folders of the manifests, in the order in which they are applied. */
export const FOLDERS = { nodes: '1-nodes', links: '2-links', measure: '3-measure', results: '4-results' } as const;
