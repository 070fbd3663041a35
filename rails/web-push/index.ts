import type { MessageTransport } from '@bolsillo/identity/server'
import { defineRoom, type Room } from '@bolsillo/server-kit'
import { messages as enUS } from './messages/en-US.ts'
import { messages as esES } from './messages/es-ES.ts'
import { messages as ptBR } from './messages/pt-BR.ts'
import { depsOf, type RoomDeps, type WebPushGiven } from './server/deps.ts'
import { addPushDevice, listPushDevices, removePushDevice, testPushDevice } from './server/own-devices.ts'
import { type PushChannel, pushChannel } from './server/queue.ts'
import { tidy } from './server/tidy.ts'
import { createPushTransport } from './server/transport.ts'

export { knownServices } from './server/push-services.ts'
export type { PushChannel, PushNotice } from './server/queue.ts'

/** The rail to devices: browsers and installed apps that are closed. */
export interface WebPush {
  /** For the outbox; none where the rail is off. */
  readonly transports: readonly MessageTransport[]
  /** The room and the channel, over the outbox that was made with the transport. */
  readonly over: (toDevice: RoomDeps['toDevice']) => {
    readonly room: Room
    readonly channel: PushChannel
    /** Whether any push service is written to. */
    readonly isOn: boolean
  }
}

const createRoom = defineRoom({
  name: 'web-push',
  migrations: new URL('./server/migrations/', import.meta.url),
  messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  deps: (deps: RoomDeps) => deps,
  useCases: [listPushDevices, addPushDevice, removePushDevice, testPushDevice],
  jobs: (deps) => [tidy(deps)],
})

/** Makes the rail. */
export function createWebPush(given: WebPushGiven): WebPush {
  const deps = depsOf(given)
  return {
    transports: given.hosts.length === 0 ? [] : [createPushTransport(deps)],
    over: (toDevice) => {
      const ofRoom: RoomDeps = { ...deps, toDevice }
      return { room: createRoom(ofRoom), channel: pushChannel(ofRoom), isOn: given.hosts.length > 0 }
    },
  }
}
