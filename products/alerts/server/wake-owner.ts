import { fillText, type Instant, numberStyleOf } from '@bolsillo/kernel'
import { writePrice } from '@bolsillo/market/domain'
import type { Language, Tx } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { Alert } from './alert-store.ts'
import type { AlertsDeps } from './deps.ts'

const messages = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR }

/** Wakes the owner of an alert that fired: what it says is the print it fired by, and a touch opens the list. */
export async function wakeOwner({ bySymbol, wake }: AlertsDeps, tx: Tx, alert: Alert, at: Instant): Promise<void> {
  const instrument = bySymbol.get(alert.symbol)
  if (instrument === undefined || alert.fired === undefined) return
  const price = `${writePrice(alert.fired.price, instrument)} ${instrument.currency}`
  const values = { ticker: instrument.ticker, price }
  await wake(tx, {
    ...{ key: `alert ${alert.id} ${alert.arming}`, customerId: alert.customerId, at },
    path: '/pages/user/alerts',
    words: (language: Language) => ({
      title: messages[language].acts.fire,
      text: fillText(messages[language].toast, values, numberStyleOf(language)),
    }),
  })
}
