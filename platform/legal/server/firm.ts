import { createHash } from 'node:crypto'
import type { Instant } from '@bolsillo/kernel'
import type { Db, Language } from '@bolsillo/server-kit'
import { settingProblem } from '@bolsillo/settings/domain'
import { cursorOf, findChangesOf } from '@bolsillo/settings/server'
import {
  composeDocument,
  currentVersion,
  type DocumentName,
  type DocumentSection,
  type DocumentWords,
  type FactChange,
  type FirmFacts,
  firmFacts,
  firmSettings,
  writeVersion,
} from '../domain/index.ts'
import { documents as enUS } from '../messages/documents/en-US.ts'
import { documents as esES } from '../messages/documents/es-ES.ts'
import { documents as ptBR } from '../messages/documents/pt-BR.ts'

/** The words of the documents by language. */
export const documentWords: Readonly<Record<Language, DocumentWords>> = {
  'es-ES': esES,
  'en-US': enUS,
  'pt-BR': ptBR,
}

/** What the firm says of itself at an instant, and how it came to that. */
export interface Firm {
  readonly facts: FirmFacts
  /** In force, oldest first. */
  readonly changes: readonly FactChange[]
}

const factOf = new Map(firmFacts.map((fact) => [firmSettings[fact].key as string, fact]))
/** More changes than a firm makes of its name and addresses. */
const changesMax = 10_000

/** Reads what the firm says of itself from the recorded changes of its settings. */
export async function readFirmFacts(db: Db, now: Instant): Promise<Firm> {
  const rows = await findChangesOf(db, [...factOf.keys()], { before: cursorOf(undefined), limit: changesMax })
  const changes = rows
    .toReversed()
    .flatMap(({ key, value, effective_at }): readonly FactChange[] => {
      const fact = factOf.get(key)
      const at = Number(effective_at)
      if (fact === undefined || typeof value !== 'string' || at > now) return []
      return settingProblem(firmSettings[fact], value) === undefined ? [{ fact, value, at }] : []
    })
    // Stable: of two that begin at once the one decided later counts.
    .toSorted((one, other) => one.at - other.at)
  return { changes, facts: Object.fromEntries(changes.map(({ fact, value }) => [fact, value])) }
}

/** A document as it is in force, in one language. */
interface CurrentDocument {
  readonly version: string
  readonly at: number
  readonly sections: readonly DocumentSection[]
  readonly hash: string
}

/** The version in force of a document, with its text and the hash of it. */
export function documentInForce(
  document: DocumentName,
  { facts, changes }: Firm,
  { language, practice }: { readonly language: Language; readonly practice: boolean },
): CurrentDocument {
  const sections = composeDocument(document, facts, practice, documentWords[language])
  const { at, ...version } = currentVersion(document, changes)
  const hash = createHash('sha256').update(JSON.stringify(sections)).digest('hex')
  return { version: writeVersion(version), at, sections, hash }
}
