import { testLiteralReadings } from './support/literal-readings.ts';

testLiteralReadings();
