import { testOtherRelease } from './support/other-release-trial.ts';

testOtherRelease();
