export { type ComposedApp, composedApp } from './composed-app.ts'
export { type HandMarket, handMarket } from './hand-market.ts'
