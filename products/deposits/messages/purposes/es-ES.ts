/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'announcement-hours':
    'Tras cuántas horas termina por sí solo un depósito anunciado. El dinero que llega después se abona igual.',
  'held-days-max':
    'Tras cuántos días vuelve a su origen el dinero retenido porque su dueño no se conoce o no se ha probado.',
  'proof-hours': 'En cuántas horas responde el equipo a un comprobante de pago.',
}

export type Purposes = typeof purposes
