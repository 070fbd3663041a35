export { createSimulatedHistory, type SimulatedHistory } from './history/simulated-history.ts'
export { rankSumP, type SlippageSample, sampleSlippage } from './mirrored-flow.ts'
export { createSimulatedVenue, type Every, type SimulatedVenue, type SimulatedVenueOptions } from './simulated-venue.ts'
export { createSimulatedWorld } from './simulated-world.ts'
