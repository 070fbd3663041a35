import { messages as approvals } from '@bolsillo/approvals/messages/pt-BR'
import { messages as audit } from '@bolsillo/audit/messages/pt-BR'
import { messages as contracts } from '@bolsillo/contracts/messages/pt-BR'
import { messages as deposits } from '@bolsillo/deposits/messages/pt-BR'
import { messages as exchange } from '@bolsillo/exchange/messages/pt-BR'
import { messages as files } from '@bolsillo/files/messages/pt-BR'
import { messages as identity } from '@bolsillo/identity/messages/pt-BR'
import { messages as kyc } from '@bolsillo/kyc/messages/pt-BR'
import { messages as ledger } from '@bolsillo/ledger/messages/pt-BR'
import { messages as proof } from '@bolsillo/proof/messages/pt-BR'
import { messages as spot } from '@bolsillo/spot/messages/pt-BR'
import { messages as statements } from '@bolsillo/statements/messages/pt-BR'
import { messages as stocks } from '@bolsillo/stocks/messages/pt-BR'
import { messages as trading } from '@bolsillo/trading/messages/pt-BR'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as withdrawals } from '@bolsillo/withdrawals/messages/pt-BR'

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
