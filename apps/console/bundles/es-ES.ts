import { messages as approvals } from '@bolsillo/approvals/messages/es-ES'
import { messages as audit } from '@bolsillo/audit/messages/es-ES'
import { staff as contracts } from '@bolsillo/contracts/messages/staff/es-ES'
import { messages as deposits } from '@bolsillo/deposits/messages/es-ES'
import { messages as files } from '@bolsillo/files/messages/es-ES'
import { messages as identity } from '@bolsillo/identity/messages/es-ES'
import { messages as kyc } from '@bolsillo/kyc/messages/es-ES'
import { messages as payments } from '@bolsillo/payments/messages/es-ES'
import { words as parts } from '@bolsillo/ui/words/es-ES'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as withdrawals } from '@bolsillo/withdrawals/messages/es-ES'
import { purposes } from '../purposes/es-ES.ts'
import { messages as core } from '../words/es-ES.ts'

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
