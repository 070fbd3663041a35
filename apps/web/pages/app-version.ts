/** The version and its build, as the specification numbers them. */
export const appVersion = { version: '1.0.0', build: '100' } as const
