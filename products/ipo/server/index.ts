import type { Instant } from '@bolsillo/kernel'
import {
  applyToOffering,
  leaveOffering,
  type OfferingsDeps,
  type OfferingsGiven,
  offeringsDepsOf,
  readComing,
  readLines,
  readOne,
  readOpen,
  readOwn,
  readPage,
} from '@bolsillo/offerings/server'
import { type CustomerSession, type Db, defineRoom, type Language, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'

const readingOf = (context: {
  readonly db: Db
  readonly now: Instant
  readonly caller: { readonly language: Language }
  readonly customer: CustomerSession | undefined
}) => ({ db: context.db, now: context.now, language: context.caller.language, customer: context.customer })

const listIpos = useCase(calls.listIpos, (asked, context, deps: OfferingsDeps) =>
  readPage(deps, asked, readingOf(context)),
)
const listComingIpos = useCase(calls.listComingIpos, (_, context, deps: OfferingsDeps) =>
  readComing(deps, readingOf(context)),
)
const listOpenIpos = useCase(calls.listOpenIpos, (_, context, deps: OfferingsDeps) =>
  readOpen(deps, readingOf(context)),
)
const readIpo = useCase(calls.readIpo, ({ id }, context, deps: OfferingsDeps) => readOne(deps, id, readingOf(context)))
const listIpoLines = useCase(calls.listIpoLines, ({ limit = calls.linesMax, ...asked }, { db }) =>
  readLines(db, { ...asked, limit }),
)
const listOwnIpos = useCase(calls.listOwnIpos, (asked, context, deps: OfferingsDeps) =>
  readOwn(deps, asked, { ...readingOf(context), customerId: context.customer.customerId }),
)
const applyToIpo = useCase(calls.applyToIpo, (wish, context, deps: OfferingsDeps) =>
  applyToOffering(deps, wish, context),
)
const leaveIpo = useCase(calls.leaveIpo, ({ applicationId }, context, deps: OfferingsDeps) =>
  leaveOffering(deps, applicationId, context),
)

/** The module object of IPOs: the calls of customers over the offerings of the platform. */
export const createIpo = defineRoom({
  name: 'ipo',
  // What the calls refuse has its words in platform/offerings.
  messages: { 'es-ES': {}, 'en-US': {}, 'pt-BR': {} },
  deps: (given: OfferingsGiven) => offeringsDepsOf(given),
  useCases: [listIpos, listComingIpos, listOpenIpos, readIpo, listIpoLines, listOwnIpos, applyToIpo, leaveIpo],
})
