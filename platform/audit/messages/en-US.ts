import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'Your log',
  empty: 'Nothing to tell yet.',
  journal: {
    filterAbout: 'By or about whom (internal id)',
    filterAction: 'Act (identity.sign-in)',
    find: 'Find',
    export: 'Export CSV',
    exported: '{count} acts were saved',
    at: 'When',
    hash: 'Fingerprint',
    details: 'Details',
    act: 'Act',
    title: 'Journal',
    empty: 'No acts yet.',
    refresh: 'Refresh',
    all: 'See all',
    actor: 'Who',
    subject: 'About whom or what',
    number: 'no.',
    chain: 'Fingerprint of this act and all before it. If anyone changed one, it would no longer match.',
    next: 'Next',
    previous: 'Previous',
  },
}
