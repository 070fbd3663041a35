/** The id of this rail in records. */
export const railId = 'test'
