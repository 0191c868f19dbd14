/** The reports of a run that can be chosen. `results.json`, `summary.md` and the journal are always written: others read them. */
export const reportNames = ['html', 'junit', 'allure'] as const;
export type ReportName = (typeof reportNames)[number];

/** Without a choice. Allure's results are thousands of files. */
export const DEFAULT_REPORTS: readonly ReportName[] = ['html', 'junit'];
