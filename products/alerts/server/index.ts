import { defineRoom, onSubscribe } from '@bolsillo/server-kit'
import { alertsChannel } from '../contract/index.ts'
import { alertSettings } from '../domain/index.ts'
import { messages as en } from '../messages/en-US.ts'
import { messages as es } from '../messages/es-ES.ts'
import { messages as pt } from '../messages/pt-BR.ts'
import { createAlertPass } from './alert-pass.ts'
import type { AlertsDeps, AlertsGiven } from './deps.ts'
import { createFactPass } from './fact-pass.ts'
import { armAlert, listAlerts, removeAlert, setAlert } from './own-alerts.ts'

const passEveryMs = 1_000

/** One pass: prints first, then what else is recorded. */
function passOf(deps: AlertsDeps): () => Promise<void> {
  const [prices, facts] = [createAlertPass(deps), createFactPass(deps)]
  return async () => {
    await prices()
    await facts()
  }
}

/** The module object of alerts. */
export const createAlerts = defineRoom({
  name: 'alerts',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': es, 'en-US': en, 'pt-BR': pt },
  settings: Object.values(alertSettings),
  deps: (given: AlertsGiven): AlertsDeps => ({
    ...given,
    bySymbol: new Map(given.instruments.map((instrument) => [instrument.id, instrument])),
  }),
  useCases: [listAlerts, setAlert, armAlert, removeAlert],
  channels: [onSubscribe(alertsChannel, () => ({}))],
  jobs: (deps) => [{ name: 'alerts.pass', everyMs: passEveryMs, run: passOf(deps) }],
})
