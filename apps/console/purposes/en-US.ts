import { purposes as approvals } from '@bolsillo/approvals/messages/purposes/en-US'
import { purposes as contracts } from '@bolsillo/contracts/messages/purposes/en-US'
import { purposes as conversion } from '@bolsillo/conversion/messages/purposes/en-US'
import { purposes as deposits } from '@bolsillo/deposits/messages/purposes/en-US'
import { purposes as exchange } from '@bolsillo/exchange/messages/purposes/en-US'
import { purposes as files } from '@bolsillo/files/messages/purposes/en-US'
import { purposes as identity } from '@bolsillo/identity/messages/purposes/en-US'
import { purposes as kyc } from '@bolsillo/kyc/messages/purposes/en-US'
import { purposes as ledger } from '@bolsillo/ledger/messages/purposes/en-US'
import { purposes as payments } from '@bolsillo/payments/messages/purposes/en-US'
import { purposes as settings } from '@bolsillo/settings/messages/purposes/en-US'
import { purposes as spot } from '@bolsillo/spot/messages/purposes/en-US'
import { purposes as stocks } from '@bolsillo/stocks/messages/purposes/en-US'
import { purposes as trading } from '@bolsillo/trading/messages/purposes/en-US'
import { purposes as withdrawals } from '@bolsillo/withdrawals/messages/purposes/en-US'

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
