import { purposes as approvals } from '@bolsillo/approvals/messages/purposes/pt-BR'
import { purposes as contracts } from '@bolsillo/contracts/messages/purposes/pt-BR'
import { purposes as conversion } from '@bolsillo/conversion/messages/purposes/pt-BR'
import { purposes as deposits } from '@bolsillo/deposits/messages/purposes/pt-BR'
import { purposes as exchange } from '@bolsillo/exchange/messages/purposes/pt-BR'
import { purposes as files } from '@bolsillo/files/messages/purposes/pt-BR'
import { purposes as identity } from '@bolsillo/identity/messages/purposes/pt-BR'
import { purposes as kyc } from '@bolsillo/kyc/messages/purposes/pt-BR'
import { purposes as ledger } from '@bolsillo/ledger/messages/purposes/pt-BR'
import { purposes as payments } from '@bolsillo/payments/messages/purposes/pt-BR'
import { purposes as settings } from '@bolsillo/settings/messages/purposes/pt-BR'
import { purposes as spot } from '@bolsillo/spot/messages/purposes/pt-BR'
import { purposes as stocks } from '@bolsillo/stocks/messages/purposes/pt-BR'
import { purposes as trading } from '@bolsillo/trading/messages/purposes/pt-BR'
import { purposes as withdrawals } from '@bolsillo/withdrawals/messages/purposes/pt-BR'

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
