export type { ServedMarket } from '../served-markets.ts'
export { levelsText, type ModelMarket } from './exchange-model.ts'
export { createFaultyExchange, type Faults, type FaultyExchange, noFaults } from './faulty-exchange.ts'
export { binanceWire, krakenWire, type WireFormat } from './wire-formats.ts'
