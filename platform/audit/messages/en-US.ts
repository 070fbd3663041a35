import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'Your log',
  empty: 'Nothing to tell yet.',
  journal: {
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
