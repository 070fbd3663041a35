import { messages as approvals } from '@bolsillo/approvals/messages/es-ES'
import { messages as audit } from '@bolsillo/audit/messages/es-ES'
import { messages as contracts } from '@bolsillo/contracts/messages/es-ES'
import { messages as deposits } from '@bolsillo/deposits/messages/es-ES'
import { messages as exchange } from '@bolsillo/exchange/messages/es-ES'
import { messages as files } from '@bolsillo/files/messages/es-ES'
import { messages as identity } from '@bolsillo/identity/messages/es-ES'
import { messages as kyc } from '@bolsillo/kyc/messages/es-ES'
import { messages as ledger } from '@bolsillo/ledger/messages/es-ES'
import { messages as proof } from '@bolsillo/proof/messages/es-ES'
import { messages as spot } from '@bolsillo/spot/messages/es-ES'
import { messages as statements } from '@bolsillo/statements/messages/es-ES'
import { messages as stocks } from '@bolsillo/stocks/messages/es-ES'
import { messages as trading } from '@bolsillo/trading/messages/es-ES'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as withdrawals } from '@bolsillo/withdrawals/messages/es-ES'

/** The words of the rooms home does without: they come with the first other page. */
export const rest = {
  audit: { title: audit.title, empty: audit.empty, own: audit.own, file: audit.file, journal: audit.journal },
  // Of what is the staff's own, only the words of what they did to a customer.
  approvals: { acts: approvals.acts },
  identity,
  ledger,
  stocks,
  trading,
  spot,
  contracts,
  kyc,
  files,
  proof,
  deposits,
  withdrawals,
  exchange,
  statements,
} satisfies Bundle
