import { defineRoom } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { depsOf } from './deps.ts'
import { createOfferingPass } from './offering-pass.ts'
import { createPracticeCalendar } from './practice-calendar.ts'
import { listOfferings, proposeOffering } from './propose-offering.ts'
import { publishKind } from './publish-offering.ts'

export { applyToOffering, leaveOffering } from './apply.ts'
export { depsOf as offeringsDepsOf, type OfferingsDeps, type OfferingsGiven } from './deps.ts'
export { readComing, readLines, readOne, readOpen, readOwn, readPage } from './read-offerings.ts'

const passEveryMs = 2_000
const calendarEveryMs = 30_000

/** The module object of offerings: what all of them share. Customers reach them through the calls of a product. */
export const createOfferings = defineRoom({
  name: 'offerings',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  deps: depsOf,
  useCases: [],
  operatorUseCases: [listOfferings, proposeOffering],
  approvalKinds: [publishKind],
  jobs: (deps) => [
    { name: 'offerings.pass', everyMs: passEveryMs, run: createOfferingPass(deps) },
    { name: 'offerings.practice', everyMs: calendarEveryMs, run: createPracticeCalendar(deps) },
  ],
})
