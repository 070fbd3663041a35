/** Digits of the short passwords people type on a pad of keys: of trades and of withdrawals. */
export const pinDigits = 6
