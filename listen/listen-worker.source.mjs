// Starts the thread of a live page from source. A worker thread does not inherit the loader of TypeScript from its program.
import { tsImport } from 'tsx/esm/api';

await tsImport('./listen-worker.ts', import.meta.url);
