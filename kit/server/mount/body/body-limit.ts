/** The longest body of a request that is no upload. */
export const bodyBytesMax = 64 * 1024
