export const messages = {
  title: 'Tu registro',
  empty: 'Aún no hay nada que contar.',
  own: {
    intro: 'Todo lo que hiciste y todo lo que alguien hizo con tus datos. Nada de aquí se puede cambiar ni borrar.',
    you: 'Tú',
    staff: 'Personal: {name}',
    house: 'Bolsillo',
    case: 'Caso',
    reason: 'Motivo',
    fingerprint: 'Huella',
    all: 'Todo',
    byStaff: 'Del personal',
  },
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
