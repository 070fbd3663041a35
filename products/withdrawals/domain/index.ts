/** The name of this room in records. */
export const room = 'withdrawals'
