import type { FirmFact } from './firm.ts'

/** The documents a customer accepts. */
export const documentNames = ['privacy', 'disclaimer'] as const
export type DocumentName = (typeof documentNames)[number]

/** A version of the text of a document. Its words are in `messages/documents`, what it changed under its number. */
interface TextVersion {
  readonly number: number
  /** Epoch milliseconds. */
  readonly at: number
}

/** The parts of a document, in order, and which of the firm's facts it names. */
interface LegalDocument {
  readonly versions: readonly TextVersion[]
  readonly sections: readonly string[]
  readonly facts: readonly FirmFact[]
}

const first: TextVersion = { number: 1, at: Date.UTC(2026, 10, 28, 22) }

/** Every document: the last of its versions is what the words say now. */
export const legalDocuments = {
  privacy: {
    versions: [first],
    sections: [
      'practice',
      'who',
      'data',
      'sensitive',
      'purposes',
      'bases',
      'transfers',
      'keeping',
      'arco',
      'revoke',
      'lgpd',
      'authority',
      'browser',
      'changes',
    ],
    facts: ['name', 'address', 'privacyEmail', 'privacyOfficer'],
  },
  disclaimer: {
    versions: [first],
    sections: [
      'practice',
      'who',
      'general',
      'shares',
      'coins',
      'contracts',
      'conversion',
      'advice',
      'service',
      'money',
      'complaints',
      'changes',
    ],
    facts: ['name', 'address', 'complaintsEmail', 'license', 'regulator', 'moneyHolder'],
  },
} as const satisfies Readonly<Record<DocumentName, LegalDocument>>

/** A change of one of the firm's facts, as it is kept. */
export interface FactChange {
  readonly fact: FirmFact
  readonly value: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** What tells two states of a document apart: `2.3` is its second text with three changes of the firm's facts. */
interface DocumentVersion {
  readonly text: number
  readonly facts: number
}

export const writeVersion = ({ text, facts }: DocumentVersion): string => `${text}.${facts}`

/** Reads a version; undefined when it is none. */
export function readVersion(written: string): DocumentVersion | undefined {
  const [, text, facts] = /^([1-9][0-9]{0,4})\.(0|[1-9][0-9]{0,5})$/.exec(written) ?? []
  return text === undefined || facts === undefined ? undefined : { text: Number(text), facts: Number(facts) }
}

/** The changes of facts a document names. They are in the order they came into force. */
function changesOf(document: DocumentName, changes: readonly FactChange[]): readonly FactChange[] {
  const { facts }: LegalDocument = legalDocuments[document]
  return changes.filter(({ fact }) => facts.includes(fact))
}

/** The version in force, and since when. `all` are the changes in force, oldest first. */
export function currentVersion(
  document: DocumentName,
  all: readonly FactChange[],
  versions: readonly TextVersion[] = legalDocuments[document].versions,
): DocumentVersion & { readonly at: number } {
  const changes = changesOf(document, all)
  const text = versions.at(-1) ?? first
  return { text: text.number, facts: changes.length, at: Math.max(text.at, changes.at(-1)?.at ?? 0) }
}

/** What is new of a document. */
export interface NewOfDocument {
  readonly texts: readonly TextVersion[]
  readonly facts: readonly FactChange[]
}

/** What changed since a version was accepted. The same fact changed twice counts by its last value. */
export function changesSince(
  document: DocumentName,
  accepted: DocumentVersion,
  all: readonly FactChange[],
  versions: readonly TextVersion[] = legalDocuments[document].versions,
): NewOfDocument {
  const later = changesOf(document, all).slice(accepted.facts)
  return {
    texts: versions.filter(({ number }) => number > accepted.text),
    facts: later.filter((change, place) => !later.slice(place + 1).some(({ fact }) => fact === change.fact)),
  }
}
