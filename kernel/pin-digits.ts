/** The number of digits of trade and withdrawal passwords. */
export const pinDigits = 6
