import { trialTests } from 'pyx/vitest';

// One vitest test for each case. A target of your own: process:/opt/node/bin/coind
trialTests({ target: process.env.PYX_TARGET ?? 'embedded', seed: 1, selection: { methods: ['getblockhash'], suites: ['methods'] } });
