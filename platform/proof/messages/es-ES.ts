export const messages = {
  rejections: {
    'proof-unknown': 'Todavía no hay ninguna prueba así.',
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
