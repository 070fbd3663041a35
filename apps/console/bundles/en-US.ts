import { messages as approvals } from '@bolsillo/approvals/messages/en-US'
import { messages as audit } from '@bolsillo/audit/messages/en-US'
import { staff as contracts } from '@bolsillo/contracts/messages/staff/en-US'
import { messages as deposits } from '@bolsillo/deposits/messages/en-US'
import { messages as files } from '@bolsillo/files/messages/en-US'
import { messages as identity } from '@bolsillo/identity/messages/en-US'
import { messages as kyc } from '@bolsillo/kyc/messages/en-US'
import { messages as payments } from '@bolsillo/payments/messages/en-US'
import { words as parts } from '@bolsillo/ui/words/en-US'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as withdrawals } from '@bolsillo/withdrawals/messages/en-US'
import { purposes } from '../purposes/en-US.ts'
import { messages as core } from '../words/en-US.ts'

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
