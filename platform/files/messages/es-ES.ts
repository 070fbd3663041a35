export const messages = { rejections: {} }

/** Every language has exactly these keys. */
export type Messages = typeof messages
