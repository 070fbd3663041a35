/** Statements of rails are compared with the books so often. */
export const reconcileEveryMinutes = 15
