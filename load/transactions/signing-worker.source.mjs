// Starts a signing thread from source. A worker thread does not inherit the loader of TypeScript from its program.
import { tsImport } from 'tsx/esm/api';

await tsImport('./signing-worker.ts', import.meta.url);
