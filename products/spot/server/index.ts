import type { Room } from '@bolsillo/server-kit'
import { messages as english } from '../messages/en-US.ts'
import { messages as spanish } from '../messages/es-ES.ts'
import { messages as portuguese } from '../messages/pt-BR.ts'
import { marketHandlers, type SpotMarketPorts } from './market/index.ts'
import { coinOrderHandlers, type SpotOrderPorts } from './orders/index.ts'

export { createFeeTiers } from './orders/fee-tier.ts'
export { spotSettings } from './settings.ts'

/** What this room is given by the composition root. */
export type SpotPorts = SpotMarketPorts & SpotOrderPorts

/** The module object of spot. */
export function createSpot(ports: SpotPorts): Room {
  return {
    name: 'spot',
    handlers: [...marketHandlers(ports), ...coinOrderHandlers(ports)],
    messages: { 'es-ES': spanish, 'en-US': english, 'pt-BR': portuguese },
  }
}
