/** The folders of the manifests, in the order in which they are applied. */
export const FOLDERS = { nodes: '1-nodes', links: '2-links', measure: '3-measure', faults: '4-faults', results: '5-results' } as const;
