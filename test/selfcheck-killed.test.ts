import { testKills } from './support/selfcheck-kills.ts';

// Of litecoind: `selfcheck-killed.long.test.ts`.
testKills('embedded');
