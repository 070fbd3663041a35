import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'Your log',
  empty: 'Nothing to tell yet.',
  own: {
    intro: 'Everything you did and everything anybody did with your data. Nothing here can be changed or removed.',
    you: 'You',
    staff: 'Staff: {name}',
    house: 'Bolsillo',
    case: 'Case',
    reason: 'Reason',
    fingerprint: 'Fingerprint',
    all: 'All',
    byStaff: 'By staff',
  },
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
