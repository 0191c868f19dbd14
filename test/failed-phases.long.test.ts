import { failedPhases } from './support/failed-phases.ts';
import { isLong } from './support/hazard-tiers.ts';

failedPhases(isLong);
