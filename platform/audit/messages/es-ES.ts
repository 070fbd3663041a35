export const messages = {
  title: 'Tu registro',
  empty: 'Aún no hay nada que contar.',
}
export type Messages = typeof messages
