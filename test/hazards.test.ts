import { hazardTests, k6Tests } from './support/hazard-tests.ts';
import { isLong } from './support/hazard-tiers.ts';

hazardTests((command, column) => !isLong(command, column));
k6Tests();
