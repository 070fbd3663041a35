import { messages as approvals } from '@bolsillo/approvals/messages/pt-BR'
import { messages as audit } from '@bolsillo/audit/messages/pt-BR'
import { staff as contracts } from '@bolsillo/contracts/messages/staff/pt-BR'
import { messages as deposits } from '@bolsillo/deposits/messages/pt-BR'
import { messages as files } from '@bolsillo/files/messages/pt-BR'
import { messages as identity } from '@bolsillo/identity/messages/pt-BR'
import { messages as kyc } from '@bolsillo/kyc/messages/pt-BR'
import { messages as payments } from '@bolsillo/payments/messages/pt-BR'
import { words as parts } from '@bolsillo/ui/words/pt-BR'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as withdrawals } from '@bolsillo/withdrawals/messages/pt-BR'
import { purposes } from '../purposes/pt-BR.ts'
import { messages as core } from '../words/pt-BR.ts'

/** Every room's words of the console, and those of the parts, in one chunk. */
export const bundle = {
  core,
  identity,
  audit,
  approvals,
  kyc,
  files,
  payments,
  deposits,
  withdrawals,
  contracts,
  purposes,
} satisfies Bundle
export { parts }
