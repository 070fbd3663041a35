import type { ReplyOf } from '@bolsillo/contract'
import { instant } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import {
  changesSince,
  type DocumentName,
  type DocumentWords,
  documentNames,
  type FirmFact,
  type FirmFacts,
  factText,
  firmFacts,
  missingFacts,
  type NewOfDocument,
  readVersion,
} from '../domain/index.ts'
import { findAcceptances } from './acceptance-store.ts'
import type { LegalDeps } from './deps.ts'
import { documentInForce, documentWords, readFirmFacts } from './firm.ts'

type News = ReplyOf<typeof calls.readDocument>['history']

/** What is new in words. */
function newsOf(document: DocumentName, found: NewOfDocument, practice: boolean, words: DocumentWords): News {
  return {
    texts: found.texts.flatMap(({ number, at }) => {
      const text = words.changes[document][String(number)]
      return text === undefined ? [] : [{ at: instant(at), text }]
    }),
    facts: found.facts.map(({ fact, value, at }) => ({
      at: instant(at),
      fact,
      label: words.facts[fact],
      value: factText(fact, { [fact]: value }, practice, words),
    })),
  }
}

const missingOf = (facts: FirmFacts, practice: boolean, words: DocumentWords): { fact: FirmFact; label: string }[] =>
  missingFacts(facts, practice).map((fact) => ({ fact, label: words.facts[fact] }))

/** The document in force, for anybody. */
export const readDocument = useCase(calls.readDocument, async ({ document }, { db, now, caller }, deps: LegalDeps) => {
  const practice = deps.services.mode === 'SIM'
  const firm = await readFirmFacts(db, now)
  const words = documentWords[caller.language]
  const { sections, at, ...rest } = documentInForce(document, firm, { language: caller.language, practice })
  const history = newsOf(document, changesSince(document, { text: 1, facts: 0 }, firm.changes), practice, words)
  return {
    ...{ document, title: words.titles[document], ...rest, at: instant(at), history },
    sections: sections.map((section) => ({ ...section, lines: [...section.lines] })),
    missing: missingOf(firm.facts, practice, words),
  }
})

/** What the firm says of itself, for anybody. */
export const readFirm = useCase(calls.readFirm, async (_request, { db, now, caller }, deps: LegalDeps) => {
  const practice = deps.services.mode === 'SIM'
  const { facts } = await readFirmFacts(db, now)
  const words = documentWords[caller.language]
  return {
    practice,
    facts: firmFacts.map((fact) => ({
      fact,
      label: words.facts[fact],
      text: factText(fact, facts, practice, words),
      filled: (facts[fact] ?? '') !== '' || practice,
    })),
    missing: missingOf(facts, practice, words),
  }
})

/** What the customer accepted, and what changed since. */
export const readAcceptances = useCase(
  calls.readAcceptances,
  async (_request, { db, now, caller, customer }, deps: LegalDeps) => {
    const practice = deps.services.mode === 'SIM'
    const words = documentWords[caller.language]
    const firm = await readFirmFacts(db, now)
    const accepted = await findAcceptances(db, customer.customerId)
    return {
      documents: documentNames.map((document) => {
        const { version, at } = documentInForce(document, firm, { language: caller.language, practice })
        const own = accepted.find((one) => one.document === document)
        const since = own === undefined ? undefined : readVersion(own.version)
        const found = since === undefined ? { texts: [], facts: [] } : changesSince(document, since, firm.changes)
        return {
          ...{ document, title: words.titles[document], version, at: instant(at) },
          ...(own === undefined ? {} : { accepted: { version: own.version, at: own.at } }),
          news: newsOf(document, found, practice, words),
        }
      }),
    }
  },
)
