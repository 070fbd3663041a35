import { defineRoom } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { LocationsDeps } from './deps.ts'
import { publishKind } from './publish-place.ts'
import { listPlaces, readPlace } from './read-places.ts'
import { listWrittenPlaces, proposePlace, writePlace } from './write-places.ts'

/** The module object of locations. */
export const createLocations = defineRoom({
  name: 'locations',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  deps: (given: LocationsDeps) => given,
  useCases: [listPlaces, readPlace],
  operatorUseCases: [listWrittenPlaces, writePlace, proposePlace],
  approvalKinds: [publishKind],
})
