import { hazardTests } from './support/hazard-tests.ts';

hazardTests();
