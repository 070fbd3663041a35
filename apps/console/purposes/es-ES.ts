import { purposes as approvals } from '@bolsillo/approvals/messages/purposes/es-ES'
import { purposes as contracts } from '@bolsillo/contracts/messages/purposes/es-ES'
import { purposes as conversion } from '@bolsillo/conversion/messages/purposes/es-ES'
import { purposes as deposits } from '@bolsillo/deposits/messages/purposes/es-ES'
import { purposes as exchange } from '@bolsillo/exchange/messages/purposes/es-ES'
import { purposes as files } from '@bolsillo/files/messages/purposes/es-ES'
import { purposes as identity } from '@bolsillo/identity/messages/purposes/es-ES'
import { purposes as kyc } from '@bolsillo/kyc/messages/purposes/es-ES'
import { purposes as ledger } from '@bolsillo/ledger/messages/purposes/es-ES'
import { purposes as payments } from '@bolsillo/payments/messages/purposes/es-ES'
import { purposes as settings } from '@bolsillo/settings/messages/purposes/es-ES'
import { purposes as spot } from '@bolsillo/spot/messages/purposes/es-ES'
import { purposes as stocks } from '@bolsillo/stocks/messages/purposes/es-ES'
import { purposes as trading } from '@bolsillo/trading/messages/purposes/es-ES'
import { purposes as withdrawals } from '@bolsillo/withdrawals/messages/purposes/es-ES'

/** What every setting is for, under its key: those of the app and of operations are the settings room’s. */
export const purposes = {
  ...settings,
  approvals,
  contracts,
  conversion,
  deposits,
  exchange,
  files,
  identity,
  kyc,
  ledger,
  payments,
  spot,
  stocks,
  trading,
  withdrawals,
}
