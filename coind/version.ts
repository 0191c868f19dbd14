import packageJson from '../package.json' with { type: 'json' };

/** Version of the package, `major.minor.patch`. */
export const version: string = packageJson.version;

const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));

/** The version as one number, as nodes of this family write it: 0.1.0 is 10000. */
export const versionNumber = major * 1_000_000 + minor * 10_000 + patch * 100;
