import type { PlantedFault } from '../second-model.ts'

/** Faults the product once had, and this model finds. */
export const orderFaults: readonly PlantedFault[] = []
