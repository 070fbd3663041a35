export const messages = {
  title: 'Tu registro',
  empty: 'Aún no hay nada que contar.',
  journal: {
    act: 'Acto',
    title: 'Diario',
    empty: 'Todavía no hay actos.',
    refresh: 'Actualizar',
    all: 'Ver todos',
    actor: 'Quién',
    subject: 'Sobre quién o qué',
    number: 'n.º',
    chain: 'Huella de este acto y de todos los anteriores. Si alguien cambiara uno, dejaría de coincidir.',
    next: 'Siguiente',
    previous: 'Anterior',
  },
}
export type Messages = typeof messages
