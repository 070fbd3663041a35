import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  app: {
    languages: 'Interface languages offered, the first being the default.',
    'area-code': 'Telephone area code selected before the customer chooses.',
    'area-codes': 'Telephone area codes customers may register with.',
    'stock-country': 'Stock market shown first: IN is the inland (Mexican) one, US the United States.',
    'main-indicator': 'Indicator drawn over the candles until the customer chooses another.',
    'sub-indicator': 'Indicator drawn under the candles until the customer chooses another.',
    'system-trade-type': 'Product the trade page opens with.',
    'system-router': 'Page the app opens with for a customer who is signed in.',
    'loading-delay-ms': 'Milliseconds a page may take before a loading indicator shows.',
    'fee-schedule': 'The public call whose `fees` are the published schedule an instrument is traded under.',
  },
  operations: {
    'withdrawals-paused-until': 'Until when no new withdrawal is accepted, in an emergency. Accepted ones continue.',
    'deposits-paused-until': 'Until when no new deposit is begun, in an emergency. Money that arrives is credited.',
    'orders-paused-until': 'Until when no new order is taken, in an emergency. Canceling stays possible.',
  },
}
