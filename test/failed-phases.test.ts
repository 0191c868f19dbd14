import { failedPhases } from './support/failed-phases.ts';
import { isLong } from './support/hazard-tiers.ts';

failedPhases((command, phase) => !isLong(command, phase));
