import { contractsReached } from './contracts/reached.ts'
import { moneyReached } from './money/reached.ts'
import { ordersReached } from './orders/reached.ts'
import type { PlantedFault, SecondModel } from './second-model.ts'
import { venuesReached } from './venues/reached.ts'

/** What is known of a model without loading the product: plants must be in place before that. */
export interface KnownModel {
  readonly name: string
  readonly faults: () => Promise<readonly PlantedFault[]>
  readonly load: () => Promise<SecondModel>
  /** Figures that ten worlds together must raise above zero. */
  readonly reaches?: readonly string[]
}

/** Every second model, by the name `npm run models` knows it by. */
export const models: readonly KnownModel[] = [
  {
    name: 'orders',
    faults: async () => (await import('./orders/faults.ts')).orderFaults,
    load: async () => (await import('./orders/world.ts')).ordersModel,
    reaches: ordersReached,
  },
  {
    name: 'venues',
    faults: async () => (await import('./venues/faults.ts')).venueFaults,
    load: async () => (await import('./venues/world.ts')).venuesModel,
    reaches: venuesReached,
  },
  {
    name: 'money',
    faults: async () => (await import('./money/faults.ts')).moneyFaults,
    load: async () => (await import('./money/world.ts')).moneyModel,
    reaches: moneyReached,
  },
  {
    name: 'contracts',
    faults: async () => (await import('./contracts/faults.ts')).contractsFaults,
    load: async () => (await import('./contracts/world.ts')).contractsModel,
    reaches: contractsReached,
  },
]
