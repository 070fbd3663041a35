export { type ComposedApp, composedApp } from './composed-app.ts'
export { type HandMarket, handMarket, stillMarket } from './hand-market.ts'
