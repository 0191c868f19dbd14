// A signing thread where the sources run as they are: a thread does not take over how its program loads TypeScript.
import { tsImport } from 'tsx/esm/api';

await tsImport('./signing-worker.ts', import.meta.url);
