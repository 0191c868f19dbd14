/** The oldest release of k6 that runs the script, which asks for the options of the test: earlier ones do not give them. */
export const OLDEST_K6 = '0.38';
