import { failedPhases } from './support/failed-phases.ts';

failedPhases();
