import { testKills } from './support/selfcheck-kills.ts';

testKills('process:litecoind');
