import { messages as approvals } from '@bolsillo/approvals/messages/en-US'
import { messages as audit } from '@bolsillo/audit/messages/en-US'
import { byRoom } from '@bolsillo/contract'
import { messages as company } from '@bolsillo/market/messages/company/en-US'
import { messages as watchlists } from '@bolsillo/market/messages/watchlists/en-US'
import type { Bundle, Words } from '@bolsillo/web-kit'
import { messages as about } from '../words/about/en-US.ts'

// Those of the market come with home; of audit and approvals a customer reads only a part; the others’ are for staff.
const rooms = import.meta.glob<Words>(
  [
    '../../../{platform,products}/*/messages/en-US.ts',
    '!../../../platform/{approvals,audit,market,payments,settings}/messages/en-US.ts',
  ],
  { eager: true, import: 'messages' },
)

// Of the rails only this one is the customer’s. Its acts have its short name.
const { 'web-push': push = {} } = byRoom(
  import.meta.glob<Words>('../../../rails/web-push/messages/en-US.ts', { eager: true, import: 'messages' }),
)

/** The words of the rooms home does without: they come with the first other page. */
export const rest = {
  ...byRoom(rooms),
  // Of the market, home does without the words of lists and of what a company is.
  watchlists,
  company,
  about,
  push,
  audit: { title: audit.title, empty: audit.empty, own: audit.own, file: audit.file, journal: audit.journal },
  // Of what is the staff's own, only the words of what they did to a customer.
  approvals: { acts: approvals.acts },
} satisfies Bundle
