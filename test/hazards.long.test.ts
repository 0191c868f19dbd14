import { hazardTests } from './support/hazard-tests.ts';
import { isLong } from './support/hazard-tiers.ts';

hazardTests(isLong);
