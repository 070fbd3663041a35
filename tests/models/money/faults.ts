import type { PlantedFault } from '../second-model.ts'

/** Faults of money in and out as they once were. */
export const moneyFaults: readonly PlantedFault[] = []
