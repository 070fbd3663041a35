import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'Seu registro',
  empty: 'Ainda não há nada para contar.',
  journal: {
    filterAbout: 'De quem ou sobre quem (número interno)',
    filterAction: 'Ato (identity.sign-in)',
    find: 'Buscar',
    export: 'Exportar CSV',
    exported: '{count} atos foram salvos',
    at: 'Quando',
    hash: 'Impressão',
    details: 'Detalhes',
    act: 'Ato',
    title: 'Diário',
    empty: 'Ainda não há atos.',
    refresh: 'Atualizar',
    all: 'Ver todos',
    actor: 'Quem',
    subject: 'Sobre quem ou o quê',
    number: 'n.º',
    chain: 'Impressão deste ato e de todos os anteriores. Se alguém mudasse um, ela deixaria de coincidir.',
    next: 'Seguinte',
    previous: 'Anterior',
  },
}
