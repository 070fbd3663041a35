export { type ComposedApp, composedApp, composeProcess } from './composed-app.ts'
export { type HandMarket, handMarket, stillMarket } from './hand-market.ts'
