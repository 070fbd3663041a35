export const messages = {
  rejections: { 'prop-unknown': 'No existe un ajuste público con ese nombre.' },
}
export type Messages = typeof messages
